CREATE TABLE "list_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"filters" jsonb NOT NULL,
	"language" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"failure" text,
	"folder" text NOT NULL,
	"parts" text[] DEFAULT '{}'::text[] NOT NULL,
	"reached" jsonb,
	"row_count" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"start_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "list_exports" ADD CONSTRAINT "list_exports_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "list_exports_list" ON "list_exports" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "list_exports_under_way" ON "list_exports" USING btree ("start_at") WHERE state IN ('WAITING', 'WRITING');--> statement-breakpoint
CREATE INDEX "list_exports_of_platform_under_way" ON "list_exports" USING btree ("platform_id") WHERE state IN ('WAITING', 'WRITING');--> statement-breakpoint
CREATE INDEX "list_exports_expiry" ON "list_exports" USING btree ("expires_at");