CREATE TABLE "payout_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payout_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"provider_account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"state" text NOT NULL,
	"sealed_journal" text,
	"exchange" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"external_id" text,
	"outcome" text,
	"error_kind" text,
	"error_message" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payout_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payout_id" uuid NOT NULL,
	"key" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"from" text,
	"to" text,
	"cause" text NOT NULL,
	"provider" text,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"charge_id" uuid,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"status_unmapped" boolean DEFAULT false NOT NULL,
	"attention" text,
	"amount" bigint NOT NULL,
	"method" text,
	"destination" jsonb,
	"description" text,
	"reference" text,
	"provider" text,
	"provider_account_id" uuid,
	"external_id" text,
	"approved_at" timestamp(3) with time zone,
	"failure_message" text,
	"workflow_run_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payouts_kind" CHECK ((kind = 'refund') = (charge_id IS NOT NULL) AND (kind = 'withdrawal') = (method IS NOT NULL)),
	CONSTRAINT "payouts_amount" CHECK (amount > 0)
);
--> statement-breakpoint
ALTER TABLE "payout_attempts" ADD CONSTRAINT "payout_attempts_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_attempts" ADD CONSTRAINT "payout_attempts_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_events" ADD CONSTRAINT "payout_events_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_attempts_number" ON "payout_attempts" USING btree ("payout_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_attempts_paid_once" ON "payout_attempts" USING btree ("payout_id") WHERE state = 'sending' OR outcome = 'created';--> statement-breakpoint
CREATE UNIQUE INDEX "payout_events_key" ON "payout_events" USING btree ("payout_id","key");--> statement-breakpoint
CREATE INDEX "payout_events_timeline" ON "payout_events" USING btree ("payout_id","at","id");--> statement-breakpoint
CREATE INDEX "payouts_list" ON "payouts" USING btree ("platform_id","kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payouts_by_status" ON "payouts" USING btree ("platform_id","kind","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payouts_needing_attention" ON "payouts" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE attention IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payouts_by_charge" ON "payouts" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "payouts_by_reference" ON "payouts" USING btree ("platform_id","reference");--> statement-breakpoint
CREATE INDEX "payouts_pending" ON "payouts" USING btree ("created_at") WHERE status = 'PENDING';
--> statement-breakpoint
-- History is appended to, never rewritten. Rows go only with a payout that was never started.
CREATE FUNCTION keep_payout_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM payouts WHERE id = OLD.payout_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'payout_events is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_events_append_only BEFORE UPDATE OR DELETE ON payout_events
  FOR EACH ROW EXECUTE FUNCTION keep_payout_events();
