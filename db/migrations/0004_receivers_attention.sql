ALTER TABLE "receivers" ADD COLUMN "attention_reasons" text[] DEFAULT '{}'::text[] NOT NULL;
--> statement-breakpoint
UPDATE "receivers" SET "attention_reasons" = ARRAY["attention"] WHERE "attention" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "receivers" DROP COLUMN "attention";
--> statement-breakpoint
ALTER TABLE "receivers" ADD COLUMN "attention" text GENERATED ALWAYS AS (CASE WHEN 'unknownOutcome' = ANY (attention_reasons) THEN 'unknownOutcome' WHEN 'providerUnreachable' = ANY (attention_reasons) THEN 'providerUnreachable' WHEN 'workflowLost' = ANY (attention_reasons) THEN 'workflowLost' WHEN 'workflowStuck' = ANY (attention_reasons) THEN 'workflowStuck' END) STORED;
--> statement-breakpoint
CREATE INDEX "receivers_needing_attention" ON "receivers" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE attention IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "receiver_events" ADD COLUMN "provider" text;
