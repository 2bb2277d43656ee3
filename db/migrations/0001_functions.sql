-- Every change of a charge is announced, so that pages and streams follow it without polling.
CREATE FUNCTION announce_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('charge_changed', json_build_object('id', NEW.id, 'platformId', NEW.platform_id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_announce AFTER INSERT OR UPDATE ON charges FOR EACH ROW EXECUTE FUNCTION announce_charge();
--> statement-breakpoint
-- History is appended to, never rewritten. Rows go only with a charge that was never started.
CREATE FUNCTION keep_charge_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM charges WHERE id = OLD.charge_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'charge_events is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER charge_events_append_only BEFORE UPDATE OR DELETE ON charge_events
  FOR EACH ROW EXECUTE FUNCTION keep_charge_events();
--> statement-breakpoint
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
--> statement-breakpoint
-- The words by which a person looks for a charge. The platform is one of them, so that the index keeps platforms apart.
CREATE FUNCTION charge_words(platform_id uuid, id uuid, order_id text, transaction_id text, customer jsonb)
RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple'::regconfig, 'p' || replace(platform_id::text, '-', '') || ' ' ||
    lower(regexp_replace(
      id::text || ' ' || coalesce(order_id, '') || ' ' || coalesce(transaction_id, '') || ' ' ||
      coalesce(customer->>'name', '') || ' ' || coalesce(customer->>'email', '') || ' ' ||
      coalesce(customer->>'document', '') || ' ' || coalesce(customer->>'phone', ''),
      '[^[:alnum:]]+', ' ', 'g')))
$$;
--> statement-breakpoint
CREATE INDEX charges_search ON charges USING gin (charge_words(platform_id, id, order_id, transaction_id, customer));
--> statement-breakpoint
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
--> statement-breakpoint
-- Rows go only with a payout that was never started.
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
--> statement-breakpoint
-- What an attempt needed only to be sent goes with its answer, in the same statement. An attempt that was never made
-- (`absent`, `superseded`) leaves the code to the next one.
CREATE FUNCTION forget_what_was_sent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sealed_journal := NULL;
  IF NEW.outcome IN ('created', 'refused') THEN
    DELETE FROM security_codes WHERE charge_id = NEW.charge_id;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER charge_attempts_forget BEFORE INSERT OR UPDATE ON charge_attempts
  FOR EACH ROW WHEN (NEW.state = 'answered') EXECUTE FUNCTION forget_what_was_sent();
