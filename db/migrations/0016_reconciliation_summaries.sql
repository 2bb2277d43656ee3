CREATE TABLE "reconciliation_summaries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"day" text NOT NULL,
	"compared" integer NOT NULL,
	"found" integer NOT NULL,
	"found_amount" bigint NOT NULL,
	"resolved" integer NOT NULL,
	"open" integer NOT NULL,
	"open_amount" bigint NOT NULL,
	"accounts" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reconciliation_items" ADD COLUMN "source" text DEFAULT 'statement' NOT NULL;--> statement-breakpoint
ALTER TABLE "reconciliation_summaries" ADD CONSTRAINT "reconciliation_summaries_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_summaries_once" ON "reconciliation_summaries" USING btree ("platform_id","day");--> statement-breakpoint
CREATE INDEX "reconciliation_summaries_list" ON "reconciliation_summaries" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
-- A day's summary is written once, and told then.
CREATE FUNCTION tell_summary() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_awaited(NEW.platform_id, 'reconciliation.summary') THEN
    PERFORM write_seller_event(NEW.platform_id, 'reconciliation.summary', 'reconciliation', NEW.id, 1, to_jsonb(NEW), NULL, NULL);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reconciliation_summaries_tell AFTER INSERT ON reconciliation_summaries FOR EACH ROW EXECUTE FUNCTION tell_summary();
