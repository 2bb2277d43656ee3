ALTER TABLE "platforms" ADD COLUMN "default_receiver_id" text;--> statement-breakpoint
ALTER TABLE "platforms" ADD COLUMN "sealed_private_key" text;