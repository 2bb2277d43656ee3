CREATE TABLE "cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"provider_account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"sealed_token" text NOT NULL,
	"brand" text NOT NULL,
	"last_digits" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receiver_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receiver_id" uuid NOT NULL,
	"key" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"from" text,
	"to" text,
	"cause" text NOT NULL,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "receivers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"provider_account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"attention" text,
	"receiver_id" text,
	"sealed_receiver_token" text,
	"name" text NOT NULL,
	"document" text NOT NULL,
	"document_type" text NOT NULL,
	"email" text NOT NULL,
	"description" text,
	"user_id" text,
	"address" jsonb NOT NULL,
	"bank_account" jsonb NOT NULL,
	"provider_data" jsonb,
	"documents" jsonb,
	"balance" bigint,
	"creation" text DEFAULT 'created' NOT NULL,
	"sealed_journal" text,
	"exchange" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failure_message" text,
	"workflow_run_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "card_id" uuid;--> statement-breakpoint
ALTER TABLE "platforms" ADD COLUMN "installment_fees" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receiver_events" ADD CONSTRAINT "receiver_events_receiver_id_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivers" ADD CONSTRAINT "receivers_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivers" ADD CONSTRAINT "receivers_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cards_list" ON "cards" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "receiver_events_key" ON "receiver_events" USING btree ("receiver_id","key");--> statement-breakpoint
CREATE INDEX "receiver_events_timeline" ON "receiver_events" USING btree ("receiver_id","at","id");--> statement-breakpoint
CREATE INDEX "receivers_list" ON "receivers" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "receivers_pending" ON "receivers" USING btree ("created_at") WHERE status = 'PENDING';--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- History is appended to, never rewritten. Rows go only with a receiver that was never begun.
CREATE FUNCTION keep_receiver_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM receivers WHERE id = OLD.receiver_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'receiver_events is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER receiver_events_append_only BEFORE UPDATE OR DELETE ON receiver_events
  FOR EACH ROW EXECUTE FUNCTION keep_receiver_events();
