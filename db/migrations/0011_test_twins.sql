ALTER TABLE "platforms" ADD COLUMN "live_id" uuid;--> statement-breakpoint
ALTER TABLE "platforms" ADD CONSTRAINT "platforms_live_id_platforms_id_fk" FOREIGN KEY ("live_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platforms" ADD CONSTRAINT "platforms_twin" CHECK (CASE WHEN "platforms"."live_id" IS NULL THEN substr("platforms"."id"::text, 15, 1) <> '8'
        ELSE "platforms"."id"::text = overlay("platforms"."live_id"::text PLACING '8' FROM 15) AND "platforms"."id" <> "platforms"."live_id" END);--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD CONSTRAINT "provider_accounts_test_address" CHECK (substr("provider_accounts"."platform_id"::text, 15, 1) <> '8' OR "provider_accounts"."base_url" IS NOT NULL);
--> statement-breakpoint
-- What a movement asks, or was asked, belongs to its own platform: test and live are two of them, so no money of one meets an account of the other.
CREATE FUNCTION refuse_foreign_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner uuid;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'charge_attempts', 'payments' THEN SELECT platform_id INTO owner FROM charges WHERE id = NEW.charge_id;
    WHEN 'disbursement_attempts' THEN SELECT platform_id INTO owner FROM disbursements WHERE id = NEW.disbursement_id;
    ELSE owner := NEW.platform_id;
  END CASE;
  IF NOT EXISTS (SELECT FROM provider_accounts WHERE id = NEW.provider_account_id AND platform_id = owner) THEN
    RAISE check_violation USING MESSAGE = format('The account %s is not of the platform that this row of %s belongs to',
      NEW.provider_account_id, TG_TABLE_NAME), CONSTRAINT = 'foreign_account', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_own_account BEFORE INSERT OR UPDATE OF provider_account_id ON charges FOR EACH ROW
  WHEN (NEW.provider_account_id IS NOT NULL) EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER disbursements_own_account BEFORE INSERT OR UPDATE OF provider_account_id ON disbursements FOR EACH ROW
  WHEN (NEW.provider_account_id IS NOT NULL) EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER receivers_own_account BEFORE INSERT OR UPDATE OF provider_account_id ON receivers FOR EACH ROW
  WHEN (NEW.provider_account_id IS NOT NULL) EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER cards_own_account BEFORE INSERT OR UPDATE OF provider_account_id ON cards FOR EACH ROW
  EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER charge_attempts_own_account BEFORE INSERT OR UPDATE OF provider_account_id ON charge_attempts FOR EACH ROW
  EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER payments_own_account BEFORE INSERT OR UPDATE OF provider_account_id ON payments FOR EACH ROW
  EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER disbursement_attempts_own_account BEFORE INSERT OR UPDATE OF provider_account_id ON disbursement_attempts FOR EACH ROW
  EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
-- A row that changed its platform would change its mode.
CREATE FUNCTION keep_platform() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE check_violation USING MESSAGE = format('A row of %s stays with its platform', TG_TABLE_NAME), CONSTRAINT = 'keep_platform',
    TABLE = TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER provider_accounts_keep_platform BEFORE UPDATE OF platform_id ON provider_accounts FOR EACH ROW
  WHEN (OLD.platform_id <> NEW.platform_id) EXECUTE FUNCTION keep_platform();
--> statement-breakpoint
CREATE TRIGGER charges_keep_platform BEFORE UPDATE OF platform_id ON charges FOR EACH ROW
  WHEN (OLD.platform_id <> NEW.platform_id) EXECUTE FUNCTION keep_platform();
--> statement-breakpoint
CREATE TRIGGER disbursements_keep_platform BEFORE UPDATE OF platform_id ON disbursements FOR EACH ROW
  WHEN (OLD.platform_id <> NEW.platform_id) EXECUTE FUNCTION keep_platform();
--> statement-breakpoint
CREATE TRIGGER receivers_keep_platform BEFORE UPDATE OF platform_id ON receivers FOR EACH ROW
  WHEN (OLD.platform_id <> NEW.platform_id) EXECUTE FUNCTION keep_platform();
--> statement-breakpoint
CREATE TRIGGER cards_keep_platform BEFORE UPDATE OF platform_id ON cards FOR EACH ROW
  WHEN (OLD.platform_id <> NEW.platform_id) EXECUTE FUNCTION keep_platform();
