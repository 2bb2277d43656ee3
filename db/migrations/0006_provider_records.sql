CREATE TABLE "retention_progress" (
	"name" text PRIMARY KEY NOT NULL,
	"reached" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "body_forgotten_at" timestamp(3) with time zone;
--> statement-breakpoint
-- An attempt whose exchange is emptied because its time is over is no news of what its provider has.
DROP TRIGGER disbursement_attempts_read_on ON disbursement_attempts;
--> statement-breakpoint
CREATE TRIGGER disbursement_attempts_read_on AFTER INSERT ON disbursement_attempts FOR EACH ROW
  WHEN (NEW.outcome = 'created') EXECUTE FUNCTION read_disbursement_on();
--> statement-breakpoint
CREATE TRIGGER disbursement_attempts_read_again AFTER UPDATE ON disbursement_attempts FOR EACH ROW
  WHEN (NEW.outcome = 'created' AND NOT (NEW.exchange = '[]' AND OLD.exchange <> '[]')) EXECUTE FUNCTION read_disbursement_on();
