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
