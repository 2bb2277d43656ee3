-- Every change of a charge is announced, so that pages and streams follow it without polling.
CREATE FUNCTION announce_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('charge_changed', json_build_object('id', NEW.id, 'platformId', NEW.platform_id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_announce AFTER INSERT OR UPDATE ON charges FOR EACH ROW EXECUTE FUNCTION announce_charge();
--> statement-breakpoint
-- Whoever may have lost access is announced, so that the streams that they have open end with it.
CREATE FUNCTION announce_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', NEW.platform_id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_keys_announce AFTER UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_access();
--> statement-breakpoint
CREATE TRIGGER users_announce AFTER UPDATE ON users FOR EACH ROW EXECUTE FUNCTION announce_access();
--> statement-breakpoint
CREATE FUNCTION announce_sign_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', platform_id::text) FROM users WHERE id = OLD.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_announce AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION announce_sign_out();
--> statement-breakpoint
-- History is appended to, never rewritten. Rows go only with a movement that was never begun. The arguments are its table,
-- and the column that names it.
CREATE FUNCTION keep_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_owned boolean := true;
BEGIN
  IF TG_OP = 'DELETE' THEN
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id = ($1).%I)', TG_ARGV[0], TG_ARGV[1]) INTO is_owned USING OLD;
  END IF;
  IF NOT is_owned THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER charge_events_append_only BEFORE UPDATE OR DELETE ON charge_events
  FOR EACH ROW EXECUTE FUNCTION keep_events('charges', 'charge_id');
--> statement-breakpoint
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
--> statement-breakpoint
-- What a person may look for, without accents and signs: each piece between spaces as a whole, and each word in it.
CREATE FUNCTION words_of(VARIADIC texts text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(coalesce(array_agg(DISTINCT left(word, 100)), '{}'))
  FROM regexp_split_to_table(
      lower(regexp_replace(normalize(array_to_string(texts, ' '), NFKD), '[\u0300-\u036f]', '', 'g')), '\s+') AS piece,
    LATERAL unnest(array_append(
      regexp_split_to_array(piece, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+'),
      regexp_replace(piece, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+', '', 'g'))) AS word
  WHERE word <> ''
$$;
--> statement-breakpoint
-- A telephone number is looked for with and without its country and its area.
CREATE FUNCTION search_phone(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT concat_ws(' ', digits, right(digits, 11), right(digits, 9), right(digits, 8))
  FROM regexp_replace(phone, '[^0-9]', '', 'g') AS digits
$$;
--> statement-breakpoint
CREATE FUNCTION forget_search_document(which uuid) RETURNS void LANGUAGE sql AS $$
  DELETE FROM search_words entry USING search_documents document
  WHERE document.id = $1 AND entry.id = $1 AND entry.platform_id = document.platform_id AND entry.kind = document.kind
    AND entry.word = ANY (tsvector_to_array(document.words));
  DELETE FROM search_documents WHERE id = $1;
$$;
--> statement-breakpoint
CREATE FUNCTION write_search_document(id uuid, platform_id uuid, kind text, created_at timestamptz, VARIADIC texts text[])
RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_documents (id, platform_id, kind, created_at, words) VALUES ($1, $2, $3, $4, words_of(VARIADIC $5));
  INSERT INTO search_words (platform_id, kind, word, id)
  SELECT $2, $3, unnest(tsvector_to_array(words_of(VARIADIC $5))), $1;
$$;
--> statement-breakpoint
CREATE FUNCTION drop_search_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_search_document(OLD.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN PERFORM forget_search_document(NEW.id); END IF;
  PERFORM write_search_document(NEW.id, NEW.platform_id, 'charge', NEW.created_at,
    replace(NEW.id::text, '-', ''), NEW.order_id, NEW.transaction_id, NEW.customer->>'name', NEW.customer->>'email',
    NEW.customer->>'document', search_phone(NEW.customer->>'phone'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_search_new AFTER INSERT ON charges FOR EACH ROW EXECUTE FUNCTION search_charge();
--> statement-breakpoint
CREATE TRIGGER charges_search_changed AFTER UPDATE ON charges FOR EACH ROW
  WHEN ((OLD.order_id, OLD.transaction_id, OLD.customer, OLD.created_at)
    IS DISTINCT FROM (NEW.order_id, NEW.transaction_id, NEW.customer, NEW.created_at))
  EXECUTE FUNCTION search_charge();
--> statement-breakpoint
CREATE TRIGGER charges_search_gone AFTER DELETE ON charges FOR EACH ROW EXECUTE FUNCTION drop_search_document();
--> statement-breakpoint
-- A refund is found by the buyer to whom the money goes back, too.
CREATE FUNCTION search_payout() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  buyer jsonb := (SELECT customer FROM charges WHERE id = NEW.charge_id);
BEGIN
  IF TG_OP = 'UPDATE' THEN PERFORM forget_search_document(NEW.id); END IF;
  PERFORM write_search_document(NEW.id, NEW.platform_id, NEW.kind, NEW.created_at,
    replace(NEW.id::text, '-', ''), replace(NEW.charge_id::text, '-', ''), NEW.reference, NEW.external_id, NEW.description,
    NEW.destination->>'name', NEW.destination->>'accountHolder', NEW.destination->>'document',
    NEW.destination->>'accountDocument', NEW.destination->>'pixKey', NEW.destination->>'email',
    buyer->>'name', buyer->>'email', buyer->>'document');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payouts_search_new AFTER INSERT ON payouts FOR EACH ROW EXECUTE FUNCTION search_payout();
--> statement-breakpoint
CREATE TRIGGER payouts_search_changed AFTER UPDATE ON payouts FOR EACH ROW
  WHEN ((OLD.reference, OLD.external_id, OLD.description, OLD.destination, OLD.created_at)
    IS DISTINCT FROM (NEW.reference, NEW.external_id, NEW.description, NEW.destination, NEW.created_at))
  EXECUTE FUNCTION search_payout();
--> statement-breakpoint
CREATE TRIGGER payouts_search_gone AFTER DELETE ON payouts FOR EACH ROW EXECUTE FUNCTION drop_search_document();
--> statement-breakpoint
CREATE FUNCTION search_receiver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN PERFORM forget_search_document(NEW.id); END IF;
  PERFORM write_search_document(NEW.id, NEW.platform_id, 'receiver', NEW.created_at,
    replace(NEW.id::text, '-', ''), NEW.receiver_id, NEW.name, NEW.document, NEW.email, NEW.user_id, NEW.description);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER receivers_search_new AFTER INSERT ON receivers FOR EACH ROW EXECUTE FUNCTION search_receiver();
--> statement-breakpoint
CREATE TRIGGER receivers_search_changed AFTER UPDATE ON receivers FOR EACH ROW
  WHEN ((OLD.receiver_id, OLD.name, OLD.document, OLD.email, OLD.user_id, OLD.description, OLD.created_at)
    IS DISTINCT FROM (NEW.receiver_id, NEW.name, NEW.document, NEW.email, NEW.user_id, NEW.description, NEW.created_at))
  EXECUTE FUNCTION search_receiver();
--> statement-breakpoint
CREATE TRIGGER receivers_search_gone AFTER DELETE ON receivers FOR EACH ROW EXECUTE FUNCTION drop_search_document();
--> statement-breakpoint
CREATE TRIGGER receiver_events_append_only BEFORE UPDATE OR DELETE ON receiver_events
  FOR EACH ROW EXECUTE FUNCTION keep_events('receivers', 'receiver_id');
--> statement-breakpoint
CREATE TRIGGER payout_events_append_only BEFORE UPDATE OR DELETE ON payout_events
  FOR EACH ROW EXECUTE FUNCTION keep_events('payouts', 'payout_id');
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
