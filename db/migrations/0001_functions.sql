-- ================ Ids, and reasons for attention

-- Ids that the database makes itself are UUIDv7 as well: milliseconds first, then random bits.
CREATE FUNCTION next_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1),
    'hex')::uuid
$$;
--> statement-breakpoint
-- The reasons for attention are a set: each stands once, in the order in which it came.
CREATE FUNCTION attention_with(standing text[], added text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT standing || ARRAY(SELECT DISTINCT reason FROM unnest(added) AS reason WHERE reason <> ALL (standing))
$$;
--> statement-breakpoint
CREATE FUNCTION attention_without(standing text[], answered text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY(
    SELECT reason FROM unnest(standing) WITH ORDINALITY AS reasons (reason, place)
    WHERE reason <> ALL (answered) ORDER BY place)
$$;
--> statement-breakpoint
-- ================ What cannot be changed

-- History is appended to, never rewritten. Rows go only with a movement that was never begun. The arguments are the movement's
-- table and the column that names the movement.
CREATE FUNCTION keep_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_owned boolean := true;
BEGIN
  IF TG_OP = 'DELETE' THEN
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id = ($1).%I)', TG_ARGV[0], TG_ARGV[1]) INTO is_owned USING OLD;
  END IF;
  IF NOT is_owned THEN RETURN OLD; END IF;
  -- What names a buyer leaves what happened as it was.
  IF TG_OP = 'UPDATE' AND current_setting('trilho.erasing', true) = 'on'
    AND to_jsonb(NEW) - 'detail' = to_jsonb(OLD) - 'detail' THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER charge_events_append_only BEFORE UPDATE OR DELETE ON charge_events
  FOR EACH ROW EXECUTE FUNCTION keep_events('charges', 'charge_id');
--> statement-breakpoint
CREATE TRIGGER disbursement_events_append_only BEFORE UPDATE OR DELETE ON disbursement_events
  FOR EACH ROW EXECUTE FUNCTION keep_events('disbursements', 'disbursement_id');
--> statement-breakpoint
CREATE TRIGGER receiver_events_append_only BEFORE UPDATE OR DELETE ON receiver_events
  FOR EACH ROW EXECUTE FUNCTION keep_events('receivers', 'receiver_id');
--> statement-breakpoint
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
--> statement-breakpoint
-- A movement is asked for at an account of its own platform. Test and live are two platforms, so no money of one meets an
-- account of the other.
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
CREATE TRIGGER charges_own_account BEFORE INSERT ON charges FOR EACH ROW
  WHEN (NEW.provider_account_id IS NOT NULL) EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER charges_keep_own_account BEFORE UPDATE OF provider_account_id ON charges FOR EACH ROW
  WHEN (NEW.provider_account_id IS NOT NULL AND NEW.provider_account_id IS DISTINCT FROM OLD.provider_account_id) EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER charge_attempts_own_account BEFORE INSERT ON charge_attempts FOR EACH ROW
  EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER charge_attempts_keep_own_account BEFORE UPDATE OF provider_account_id ON charge_attempts FOR EACH ROW
  WHEN (NEW.provider_account_id IS DISTINCT FROM OLD.provider_account_id) EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER payments_own_account BEFORE INSERT ON payments FOR EACH ROW
  EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER payments_keep_own_account BEFORE UPDATE OF provider_account_id ON payments FOR EACH ROW
  WHEN (NEW.provider_account_id IS DISTINCT FROM OLD.provider_account_id) EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER cards_own_account BEFORE INSERT ON cards FOR EACH ROW
  EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER cards_keep_own_account BEFORE UPDATE OF provider_account_id ON cards FOR EACH ROW
  WHEN (NEW.provider_account_id IS DISTINCT FROM OLD.provider_account_id) EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER disbursements_own_account BEFORE INSERT ON disbursements FOR EACH ROW
  WHEN (NEW.provider_account_id IS NOT NULL) EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER disbursements_keep_own_account BEFORE UPDATE OF provider_account_id ON disbursements FOR EACH ROW
  WHEN (NEW.provider_account_id IS NOT NULL AND NEW.provider_account_id IS DISTINCT FROM OLD.provider_account_id) EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER disbursement_attempts_own_account BEFORE INSERT ON disbursement_attempts FOR EACH ROW
  EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER disbursement_attempts_keep_own_account BEFORE UPDATE OF provider_account_id ON disbursement_attempts FOR EACH ROW
  WHEN (NEW.provider_account_id IS DISTINCT FROM OLD.provider_account_id) EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER receivers_own_account BEFORE INSERT ON receivers FOR EACH ROW
  WHEN (NEW.provider_account_id IS NOT NULL) EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
CREATE TRIGGER receivers_keep_own_account BEFORE UPDATE OF provider_account_id ON receivers FOR EACH ROW
  WHEN (NEW.provider_account_id IS NOT NULL AND NEW.provider_account_id IS DISTINCT FROM OLD.provider_account_id) EXECUTE FUNCTION refuse_foreign_account();
--> statement-breakpoint
-- A row that changed its platform would change its mode, test or live.
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
CREATE TRIGGER cards_keep_platform BEFORE UPDATE OF platform_id ON cards FOR EACH ROW
  WHEN (OLD.platform_id <> NEW.platform_id) EXECUTE FUNCTION keep_platform();
--> statement-breakpoint
CREATE TRIGGER disbursements_keep_platform BEFORE UPDATE OF platform_id ON disbursements FOR EACH ROW
  WHEN (OLD.platform_id <> NEW.platform_id) EXECUTE FUNCTION keep_platform();
--> statement-breakpoint
CREATE TRIGGER receivers_keep_platform BEFORE UPDATE OF platform_id ON receivers FOR EACH ROW
  WHEN (OLD.platform_id <> NEW.platform_id) EXECUTE FUNCTION keep_platform();
--> statement-breakpoint
-- What an attempt needed only to be sent goes with its answer, in the same statement. An attempt that was never made (`absent`,
-- `superseded`) leaves the security code to the next one.
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
--> statement-breakpoint
-- ================ Announcements to open pages and streams

-- Every change of a charge is announced, so that pages and streams follow it without polling. `underWay` says that there is no
-- code yet and no news: a request that waits for the code need not read the row.
CREATE FUNCTION announce_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('charge_changed', json_build_object('id', NEW.id, 'platformId', NEW.platform_id,
    'underWay', NEW.status = 'PENDING' AND NEW.transaction_id IS NULL AND NEW.attention_reasons = '{}')::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_announce AFTER INSERT OR UPDATE ON charges FOR EACH ROW EXECUTE FUNCTION announce_charge();
--> statement-breakpoint
-- A change of somebody's access is announced, so that the streams that they have open end with it.
CREATE FUNCTION announce_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', NEW.platform_id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_keys_announce AFTER UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_access();
--> statement-breakpoint
-- Signing in changes nobody's access.
CREATE TRIGGER users_announce AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.last_sign_in_at IS NOT DISTINCT FROM NEW.last_sign_in_at) EXECUTE FUNCTION announce_access();
--> statement-breakpoint
CREATE FUNCTION announce_sign_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', platform_id::text) FROM users WHERE id = OLD.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_announce AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION announce_sign_out();
--> statement-breakpoint
-- ================ Audit log

-- Who asks for money to leave, or for a receiver to be opened, is in the audit log, written in the transaction that makes it.
CREATE FUNCTION audit_disbursement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_log (id, platform_id, at, actor, ip, action, target, detail)
  SELECT next_id(), platform_id, NEW.at, coalesce(NEW.detail->>'by', 'Trilho'), NEW.detail->>'ip', kind || '.create', kind || '/' || id,
    jsonb_build_object('amount', amount)
  FROM disbursements WHERE id = NEW.disbursement_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER disbursement_events_audit AFTER INSERT ON disbursement_events FOR EACH ROW
  WHEN (NEW.type = 'requested') EXECUTE FUNCTION audit_disbursement();
--> statement-breakpoint
CREATE FUNCTION audit_receiver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_log (id, platform_id, at, actor, ip, action, target, detail)
  SELECT next_id(), platform_id, NEW.at, coalesce(NEW.detail->>'by', 'Trilho'), NEW.detail->>'ip', 'receiver.create', 'receiver/' || id,
    jsonb_build_object('name', name)
  FROM receivers WHERE id = NEW.receiver_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER receiver_events_audit AFTER INSERT ON receiver_events FOR EACH ROW
  WHEN (NEW.type = 'requested') EXECUTE FUNCTION audit_receiver();
--> statement-breakpoint
-- ================ Search

-- The words that an object is found by, without accents and signs: each piece between spaces as a whole, and each word in it.
-- In PL/pgSQL, so that it is planned once in a session.
CREATE FUNCTION words_of(VARIADIC texts text[]) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT array_to_tsvector(coalesce(array_agg(DISTINCT left(word, 100)), '{}'))
    FROM regexp_split_to_table(
        lower(regexp_replace(normalize(array_to_string(texts, ' '), NFKD), '[\u0300-\u036f]', '', 'g')), '\s+') AS piece,
      LATERAL unnest(array_append(
        regexp_split_to_array(piece, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+'),
        regexp_replace(piece, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+', '', 'g'))) AS word
    WHERE word <> '');
END $$;
--> statement-breakpoint
-- A telephone number is found with and without its country and area codes.
CREATE FUNCTION search_phone(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT concat_ws(' ', digits, right(digits, 11), right(digits, 9), right(digits, 8))
  FROM regexp_replace(phone, '[^0-9]', '', 'g') AS digits
$$;
--> statement-breakpoint
-- Each of the seller's own facts is found by its value, and by its name and value: the first thousand characters of all of
-- them, because every word costs rows.
CREATE FUNCTION search_metadata(metadata jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(string_agg(key || ':' || left(value, 100), ' '), 1000) FROM jsonb_each_text(metadata)
$$;
--> statement-breakpoint
-- An amount of money is a word of its own, between signs that no other word has: see db/queries/list/words.ts.
-- Writes only the words that changed: of most charges only the transaction's id, in the statement that the buyer waits for. A
-- statement that deletes by a list is planned at each call, and most changes take no word away.
CREATE FUNCTION write_search_document(which uuid, platform uuid, what text, made_at timestamptz, amounts bigint[], VARIADIC texts text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before tsvector;
  after tsvector := words_of(VARIADIC texts)
    || array_to_tsvector(ARRAY(SELECT DISTINCT '=' || amount || '=' FROM unnest(amounts) AS amount));
  gone text[];
BEGIN
  SELECT words INTO before FROM search_documents WHERE id = which;
  IF NOT FOUND THEN
    INSERT INTO search_documents (id, platform_id, kind, created_at, words) VALUES (which, platform, what, made_at, after);
    INSERT INTO search_words (platform_id, kind, word, id) SELECT platform, what, unnest(tsvector_to_array(after)), which;
    RETURN;
  END IF;
  UPDATE search_documents SET created_at = made_at, words = after WHERE id = which;
  gone := tsvector_to_array(ts_delete(before, tsvector_to_array(after)));
  IF gone <> '{}' THEN
    DELETE FROM search_words WHERE platform_id = platform AND kind = what AND id = which AND word = ANY (gone);
  END IF;
  INSERT INTO search_words (platform_id, kind, word, id)
  SELECT platform, what, unnest(tsvector_to_array(ts_delete(after, tsvector_to_array(before)))), which;
END $$;
--> statement-breakpoint
-- What was not known before joins the words: the rest need not be cut into words again.
CREATE FUNCTION add_search_words(which uuid, platform uuid, what text, said text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  added tsvector := words_of(said);
  before tsvector;
BEGIN
  SELECT words INTO before FROM search_documents WHERE id = which;
  UPDATE search_documents SET words = before || added WHERE id = which;
  INSERT INTO search_words (platform_id, kind, word, id)
  SELECT platform, what, unnest(tsvector_to_array(ts_delete(added, tsvector_to_array(before)))), which;
END $$;
--> statement-breakpoint
CREATE FUNCTION forget_search_document(which uuid) RETURNS void LANGUAGE sql AS $$
  DELETE FROM search_words entry USING search_documents document
  WHERE document.id = $1 AND entry.id = $1 AND entry.platform_id = document.platform_id AND entry.kind = document.kind
    AND entry.word = ANY (tsvector_to_array(document.words));
  DELETE FROM search_documents WHERE id = $1;
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
  PERFORM write_search_document(NEW.id, NEW.platform_id, 'charge', NEW.created_at, ARRAY[NEW.amount, NEW.amount - NEW.interest],
    replace(NEW.id::text, '-', ''), NEW.order_id, NEW.transaction_id, NEW.customer->>'name', NEW.customer->>'email',
    NEW.customer->>'document', search_phone(NEW.customer->>'phone'), search_metadata(NEW.metadata));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_search_new AFTER INSERT ON charges FOR EACH ROW EXECUTE FUNCTION search_charge();
--> statement-breakpoint
CREATE FUNCTION search_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_search_words(NEW.id, NEW.platform_id, 'charge', NEW.transaction_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_search_transaction AFTER UPDATE OF transaction_id ON charges FOR EACH ROW
  WHEN (OLD.transaction_id IS NULL AND NEW.transaction_id IS NOT NULL
    AND (OLD.order_id, OLD.customer, OLD.created_at) IS NOT DISTINCT FROM (NEW.order_id, NEW.customer, NEW.created_at))
  EXECUTE FUNCTION search_transaction();
--> statement-breakpoint
CREATE TRIGGER charges_search_changed AFTER UPDATE ON charges FOR EACH ROW
  WHEN ((OLD.order_id, OLD.customer, OLD.created_at) IS DISTINCT FROM (NEW.order_id, NEW.customer, NEW.created_at)
    OR (OLD.transaction_id IS NOT NULL AND OLD.transaction_id IS DISTINCT FROM NEW.transaction_id))
  EXECUTE FUNCTION search_charge();
--> statement-breakpoint
CREATE TRIGGER charges_search_gone AFTER DELETE ON charges FOR EACH ROW EXECUTE FUNCTION drop_search_document();
--> statement-breakpoint
-- A refund is also found by the buyer to whom the money goes back.
CREATE FUNCTION search_disbursement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  buyer jsonb := (SELECT customer FROM charges WHERE id = NEW.charge_id);
BEGIN
  PERFORM write_search_document(NEW.id, NEW.platform_id, NEW.kind, NEW.created_at, ARRAY[NEW.amount],
    replace(NEW.id::text, '-', ''), replace(NEW.charge_id::text, '-', ''), NEW.reference, NEW.external_id, NEW.description,
    NEW.destination->>'name', NEW.destination->>'accountHolder', NEW.destination->>'document',
    NEW.destination->>'accountDocument', NEW.destination->>'pixKey', NEW.destination->>'email',
    buyer->>'name', buyer->>'email', buyer->>'document', search_metadata(NEW.metadata));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER disbursements_search_new AFTER INSERT ON disbursements FOR EACH ROW EXECUTE FUNCTION search_disbursement();
--> statement-breakpoint
CREATE FUNCTION search_external_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_search_words(NEW.id, NEW.platform_id, NEW.kind, NEW.external_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER disbursements_search_external_id AFTER UPDATE OF external_id ON disbursements FOR EACH ROW
  WHEN (OLD.external_id IS NULL AND NEW.external_id IS NOT NULL
    AND (OLD.reference, OLD.description, OLD.destination, OLD.created_at)
      IS NOT DISTINCT FROM (NEW.reference, NEW.description, NEW.destination, NEW.created_at))
  EXECUTE FUNCTION search_external_id();
--> statement-breakpoint
CREATE TRIGGER disbursements_search_changed AFTER UPDATE ON disbursements FOR EACH ROW
  WHEN (current_setting('trilho.erasing', true) = 'on'
    OR (OLD.reference, OLD.description, OLD.destination, OLD.created_at)
      IS DISTINCT FROM (NEW.reference, NEW.description, NEW.destination, NEW.created_at)
    OR (OLD.external_id IS NOT NULL AND OLD.external_id IS DISTINCT FROM NEW.external_id))
  EXECUTE FUNCTION search_disbursement();
--> statement-breakpoint
CREATE TRIGGER disbursements_search_gone AFTER DELETE ON disbursements FOR EACH ROW EXECUTE FUNCTION drop_search_document();
--> statement-breakpoint
-- A dispute is also found by the buyer of its charge.
CREATE FUNCTION search_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  subject charges := (SELECT disputed FROM charges disputed WHERE id = NEW.charge_id);
BEGIN
  PERFORM write_search_document(NEW.id, NEW.platform_id, 'dispute', NEW.opened_at, ARRAY[NEW.amount],
    replace(NEW.id::text, '-', ''), replace(NEW.charge_id::text, '-', ''), NEW.transaction_id, subject.order_id,
    subject.customer->>'name', subject.customer->>'email', subject.customer->>'document');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER disputes_search_new AFTER INSERT ON disputes FOR EACH ROW EXECUTE FUNCTION search_dispute();
--> statement-breakpoint
CREATE TRIGGER disputes_search_changed AFTER UPDATE ON disputes FOR EACH ROW
  WHEN (current_setting('trilho.erasing', true) = 'on'
    OR (OLD.transaction_id, OLD.opened_at) IS DISTINCT FROM (NEW.transaction_id, NEW.opened_at))
  EXECUTE FUNCTION search_dispute();
--> statement-breakpoint
CREATE TRIGGER disputes_search_gone AFTER DELETE ON disputes FOR EACH ROW EXECUTE FUNCTION drop_search_document();
--> statement-breakpoint
CREATE FUNCTION search_receiver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN PERFORM forget_search_document(NEW.id); END IF;
  PERFORM write_search_document(NEW.id, NEW.platform_id, 'receiver', NEW.created_at, NULL,
    replace(NEW.id::text, '-', ''), NEW.receiver_id, NEW.name, NEW.document, NEW.email, NEW.user_id, NEW.description,
    search_metadata(NEW.metadata));
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
-- ================ When the account's reader reads next

-- What a provider has is read again: the row that says when is written in the transaction that learns of it. The first reading
-- is due at the column's default. What has just ended is read for the first time five minutes later, and an hour after that, and so on:
-- a notice that is lost of what follows an end at once (the bank takes it back, somebody gives it back at the provider) is found within
-- minutes. A receiver has no end, and its own rhythm.
CREATE FUNCTION read_on(what text, which uuid, account uuid, is_settled boolean, ends timestamptz DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF is_settled THEN
    INSERT INTO readings (kind, id, provider_account_id, settled, expires_at, next_read_at, reads)
    VALUES (what, which, account, true, ends,
      now() + CASE what WHEN 'receiver' THEN interval '1 hour' ELSE interval '5 minutes' END,
      CASE what WHEN 'receiver' THEN 0 ELSE -1 END)
    ON CONFLICT (kind, id) DO UPDATE SET provider_account_id = account, settled = true, since = now(), reads = excluded.reads,
      next_read_at = excluded.next_read_at, expires_at = ends;
    RETURN;
  END IF;
  INSERT INTO readings (kind, id, provider_account_id, settled, expires_at) VALUES (what, which, account, false, ends)
  ON CONFLICT (kind, id) DO UPDATE SET provider_account_id = account, settled = false, since = now(), reads = 0,
    next_read_at = excluded.next_read_at, expires_at = ends;
END $$;
--> statement-breakpoint
CREATE FUNCTION read_charge_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- As long as its workflow waits: what names no expiry for a day, and nothing for longer than sixty.
  PERFORM read_on('charge', NEW.id, NEW.provider_account_id, NEW.status <> 'PENDING', CASE WHEN NEW.status = 'PENDING'
    THEN least(coalesce(NEW.expires_at, now() + interval '1 day'), now() + interval '60 days') END);
  -- The notice that its dispute was won may have overtaken the one that opened it: a look before those of every end, when the
  -- readings of a slow provider have caught up with its notices.
  IF NEW.status = 'CHARGEBACK' THEN
    UPDATE readings SET next_read_at = now() + interval '10 minutes', reads = -1 WHERE kind = 'charge' AND id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_read_on AFTER UPDATE ON charges FOR EACH ROW
  WHEN (NEW.transaction_id IS NOT NULL AND NEW.provider_account_id IS NOT NULL
    AND (OLD.transaction_id, OLD.provider_account_id, OLD.status)
      IS DISTINCT FROM (NEW.transaction_id, NEW.provider_account_id, NEW.status))
  EXECUTE FUNCTION read_charge_on();
--> statement-breakpoint
-- A payment that its charge does not show when the transaction ends has a reading of its own, at its own account.
CREATE FUNCTION read_payment_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = NEW.state THEN RETURN NULL; END IF;
  PERFORM read_on('payment', NEW.id, NEW.provider_account_id, NEW.state <> 'PENDING') FROM charges
  WHERE id = NEW.charge_id
    AND (provider_account_id, transaction_id) IS DISTINCT FROM (NEW.provider_account_id, NEW.transaction_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payments_read_on AFTER INSERT OR UPDATE ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION read_payment_on();
--> statement-breakpoint
-- A refund may have no id at its provider: it is there once an attempt at it was taken. An attempt whose exchange is emptied
-- because its retention is over is no news of what the provider has.
CREATE FUNCTION read_disbursement_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM read_on(kind, id, NEW.provider_account_id, status <> 'PENDING' AND NOT status_unmapped) FROM disbursements WHERE id = NEW.disbursement_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER disbursement_attempts_read_on AFTER INSERT ON disbursement_attempts FOR EACH ROW
  WHEN (NEW.outcome = 'created') EXECUTE FUNCTION read_disbursement_on();
--> statement-breakpoint
CREATE TRIGGER disbursement_attempts_read_again AFTER UPDATE ON disbursement_attempts FOR EACH ROW
  WHEN (NEW.outcome = 'created' AND NOT (NEW.exchange = '[]' AND OLD.exchange <> '[]')) EXECUTE FUNCTION read_disbursement_on();
--> statement-breakpoint
CREATE FUNCTION read_settled_disbursement_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM read_on(kind, id, provider_account_id, true) FROM readings WHERE kind = NEW.kind AND id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER disbursements_read_on AFTER UPDATE ON disbursements FOR EACH ROW
  WHEN (NEW.status <> 'PENDING' AND NOT NEW.status_unmapped
    AND (OLD.status, OLD.status_unmapped) IS DISTINCT FROM (NEW.status, NEW.status_unmapped))
  EXECUTE FUNCTION read_settled_disbursement_on();
--> statement-breakpoint
-- What came of a charge or a withdrawal before its id was known here is due at once, though it was set aside days ago.
CREATE FUNCTION hurry_notices() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  learnt text;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'charge_attempts' THEN learnt := NEW.transaction_id;
    WHEN 'disbursements' THEN learnt := NEW.external_id;
  END CASE;
  UPDATE webhook_events SET state = 'pending', attempts = 0, next_attempt_at = now()
  WHERE provider_account_id = NEW.provider_account_id AND transaction_id = learnt
    AND charge_id IS NULL AND withdrawal_id IS NULL AND state IN ('pending', 'failed') AND body_forgotten_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charge_attempts_made AFTER INSERT ON charge_attempts FOR EACH ROW WHEN (NEW.transaction_id IS NOT NULL)
  EXECUTE FUNCTION hurry_notices();
--> statement-breakpoint
CREATE TRIGGER charge_attempts_named AFTER UPDATE ON charge_attempts FOR EACH ROW
  WHEN (NEW.transaction_id IS NOT NULL AND OLD.transaction_id IS DISTINCT FROM NEW.transaction_id)
  EXECUTE FUNCTION hurry_notices();
--> statement-breakpoint
CREATE TRIGGER disbursements_named AFTER UPDATE ON disbursements FOR EACH ROW
  WHEN (NEW.kind = 'withdrawal' AND NEW.external_id IS NOT NULL AND OLD.external_id IS DISTINCT FROM NEW.external_id)
  EXECUTE FUNCTION hurry_notices();
--> statement-breakpoint
CREATE FUNCTION read_receiver_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM read_on('receiver', NEW.id, NEW.provider_account_id, NEW.status <> 'PENDING');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER receivers_read_from AFTER INSERT ON receivers FOR EACH ROW
  WHEN (NEW.receiver_id IS NOT NULL) EXECUTE FUNCTION read_receiver_on();
--> statement-breakpoint
CREATE TRIGGER receivers_read_on AFTER UPDATE ON receivers FOR EACH ROW
  WHEN (NEW.receiver_id IS NOT NULL
    AND (OLD.receiver_id, OLD.provider_account_id, OLD.status) IS DISTINCT FROM (NEW.receiver_id, NEW.provider_account_id, NEW.status))
  EXECUTE FUNCTION read_receiver_on();
--> statement-breakpoint
-- A payable code that no buyer waits for: its charge is over, or shows another code. Whether its provider can withdraw it is
-- not known here.
CREATE FUNCTION is_unwanted(charges, payments) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT $2.voided_at IS NULL
    AND $2.state = 'PENDING'
    AND ($1.status <> 'PENDING'
      OR $1.transaction_id IS NOT NULL
        AND ($1.transaction_id, $1.provider_account_id) IS DISTINCT FROM ($2.transaction_id, $2.provider_account_id))
$$;
--> statement-breakpoint
-- A function in SQL is set up anew at each call, one in PL/pgSQL once in a session. These run three times for every charge.
CREATE FUNCTION void_later(which uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO readings (kind, id, provider_account_id, next_read_at)
  SELECT 'void', payment.id, payment.provider_account_id, now()
  FROM charges charge JOIN payments payment ON payment.charge_id = charge.id
  WHERE charge.id = which AND is_unwanted(charge, payment)
  ON CONFLICT (kind, id) DO NOTHING;
END $$;
--> statement-breakpoint
CREATE FUNCTION void_of_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM void_later(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_void AFTER UPDATE ON charges FOR EACH ROW
  WHEN (OLD.status = 'PENDING' AND (OLD.status, OLD.transaction_id, OLD.provider_account_id)
    IS DISTINCT FROM (NEW.status, NEW.transaction_id, NEW.provider_account_id)) EXECUTE FUNCTION void_of_charge();
--> statement-breakpoint
CREATE FUNCTION void_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM void_later(NEW.charge_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_void AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.state = 'PENDING') EXECUTE FUNCTION void_of_payment();
--> statement-breakpoint
-- ================ What sellers are told

-- Whether an endpoint of the platform asked for this event.
CREATE FUNCTION is_awaited(platform uuid, event text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM webhook_endpoints
    WHERE platform_id = platform AND deleted_at IS NULL AND enabled AND events && ARRAY['*', event])
$$;
--> statement-breakpoint
-- Writes one event and its deliveries: one for each endpoint that asked for it, and one for the address that came with the
-- charge. It runs in the transaction that makes the change, so neither is ever there without the other. The caller holds the
-- lock of the subject's row, so numbers follow one another. `changes` counts all of the subject's changes until now, told or
-- not; the events written before only guard against a number that is taken.
CREATE FUNCTION write_seller_event(platform uuid, event text, kind text, subject uuid, changes bigint, snapshot jsonb,
  charge uuid, address text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event_id uuid := next_id();
  last integer := (SELECT max(sequence) FROM seller_events WHERE subject_id = subject);
BEGIN
  INSERT INTO seller_events (id, platform_id, type, kind, subject_id, sequence, snapshot)
  VALUES (event_id, platform, event, kind, subject, greatest(changes, coalesce(last, 0) + 1), snapshot);
  INSERT INTO webhook_deliveries (id, platform_id, event_id, charge_id, endpoint_id, url)
  SELECT next_id(), platform, event_id, charge, endpoint.id, endpoint.url FROM webhook_endpoints endpoint
  WHERE endpoint.platform_id = platform AND deleted_at IS NULL AND enabled AND events && ARRAY['*', event]
  UNION ALL
  SELECT next_id(), platform, event_id, charge, NULL, address WHERE address IS NOT NULL;
  PERFORM pg_notify('delivery_queued', '');
END $$;
--> statement-breakpoint
-- The address that came with the charge is told what follows its creation; the creation itself is the answer to its request.
CREATE FUNCTION tell_of_charge(which uuid, event text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  subject charges;
  address text;
  changes bigint;
BEGIN
  SELECT * INTO subject FROM charges WHERE id = which;
  address := CASE WHEN event <> 'charge.created' THEN subject.webhook_url END;
  IF address IS NULL AND NOT is_awaited(subject.platform_id, event) THEN RETURN; END IF;
  SELECT * INTO subject FROM charges WHERE id = which FOR NO KEY UPDATE;
  SELECT count(*) + (subject.transaction_id IS NOT NULL)::int INTO changes FROM charge_events
  WHERE charge_id = which AND (type = 'partiallyRefunded' OR (type = 'statusChanged' AND "to" <> 'PENDING'));
  PERFORM write_seller_event(subject.platform_id, event, 'charge', which, changes,
    to_jsonb(subject) || jsonb_build_object('extras', jsonb_build_object('description', subject.extras->'description')),
    which, address);
END $$;
--> statement-breakpoint
-- It was sent, or waits for a second operator: it is never removed as if it had not been asked for.
CREATE FUNCTION has_begun(which uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM disbursement_attempts WHERE disbursement_id = which)
    OR EXISTS (SELECT FROM disbursement_events
      WHERE disbursement_id = which AND type = 'needsAttention' AND detail->>'reason' = 'awaitsApproval')
$$;
--> statement-breakpoint
CREATE FUNCTION tell_of_disbursement(which uuid, state text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  subject disbursements;
  event text;
  changes bigint;
BEGIN
  SELECT * INTO subject FROM disbursements WHERE id = which;
  -- A refund that was taken back is one that was not made.
  event := subject.kind || '.' || CASE WHEN subject.kind = 'refund' AND state = 'canceled' THEN 'rejected' ELSE state END;
  IF NOT is_awaited(subject.platform_id, event) THEN RETURN; END IF;
  SELECT * INTO subject FROM disbursements WHERE id = which FOR NO KEY UPDATE;
  SELECT count(*) INTO changes FROM disbursement_events WHERE disbursement_id = which AND type = 'statusChanged';
  IF has_begun(which) THEN changes := changes + 1; END IF;
  PERFORM write_seller_event(subject.platform_id, event, subject.kind, which, changes, to_jsonb(subject), subject.charge_id, NULL);
END $$;
--> statement-breakpoint
CREATE FUNCTION tell_of_receiver(which uuid, state text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  subject receivers;
  changes bigint;
BEGIN
  SELECT * INTO subject FROM receivers WHERE id = which;
  IF NOT is_awaited(subject.platform_id, 'receiver.' || state) THEN RETURN; END IF;
  SELECT * INTO subject FROM receivers WHERE id = which FOR NO KEY UPDATE;
  SELECT count(*) INTO changes FROM receiver_events WHERE receiver_id = which AND type = 'statusChanged';
  PERFORM write_seller_event(subject.platform_id, 'receiver.' || state, 'receiver', which, changes,
    to_jsonb(subject) - '{sealed_receiver_token,sealed_journal,exchange,address,bank_account,documents,provider_data}'::text[],
    NULL, NULL);
END $$;
--> statement-breakpoint
CREATE FUNCTION tell_charge_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_charge(NEW.id, 'charge.created');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_tell_created AFTER UPDATE ON charges FOR EACH ROW
  WHEN (OLD.transaction_id IS NULL AND NEW.transaction_id IS NOT NULL) EXECUTE FUNCTION tell_charge_created();
--> statement-breakpoint
CREATE FUNCTION tell_charge_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_charge(NEW.charge_id,
    'charge.' || CASE NEW.type WHEN 'partiallyRefunded' THEN 'partially_refunded' ELSE lower(NEW."to") END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER charge_events_tell AFTER INSERT ON charge_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.type = 'partiallyRefunded' OR (NEW.type = 'statusChanged' AND NEW."to" <> 'PENDING'))
  EXECUTE FUNCTION tell_charge_changed();
--> statement-breakpoint
-- A movement that never started is removed, and sellers are not told of it: `pending` is told with the first attempt, or when
-- it begins to wait for a second operator, whichever comes first.
CREATE FUNCTION tell_disbursement_begun() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM disbursement_events WHERE disbursement_id = NEW.disbursement_id AND type = 'needsAttention'
    AND detail->>'reason' = 'awaitsApproval') = (CASE TG_TABLE_NAME WHEN 'disbursement_events' THEN 1 ELSE 0 END) THEN
    PERFORM tell_of_disbursement(NEW.disbursement_id, 'pending');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER disbursement_attempts_tell AFTER INSERT ON disbursement_attempts FOR EACH ROW
  WHEN (NEW.number = 1) EXECUTE FUNCTION tell_disbursement_begun();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER disbursement_events_tell_waiting AFTER INSERT ON disbursement_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.type = 'needsAttention' AND NEW.detail->>'reason' = 'awaitsApproval') EXECUTE FUNCTION tell_disbursement_begun();
--> statement-breakpoint
CREATE FUNCTION tell_disbursement_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_disbursement(NEW.disbursement_id, lower(NEW."to"));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER disbursement_events_tell AFTER INSERT ON disbursement_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.type = 'statusChanged') EXECUTE FUNCTION tell_disbursement_changed();
--> statement-breakpoint
CREATE FUNCTION tell_receiver_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_receiver(NEW.receiver_id, lower(NEW."to"));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER receiver_events_tell AFTER INSERT ON receiver_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.type = 'statusChanged' AND NEW."to" <> 'PENDING') EXECUTE FUNCTION tell_receiver_changed();
--> statement-breakpoint
-- ================ Disputes

-- The provider's word says which procedure it is; where it does not, a Pix has no chargeback.
CREATE FUNCTION dispute_kind(word text, method text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN word ~* '(^|[^a-z])med([^a-z]|$)|infra[cç]' THEN 'MED'
    WHEN word ~* 'charged?[ _-]?back' THEN 'CHARGEBACK'
    WHEN method = 'PIX' THEN 'MED'
    ELSE 'CHARGEBACK'
  END
$$;
--> statement-breakpoint
-- A payment is disputed once at a time.
CREATE FUNCTION open_dispute(subject charges, disputed text, word text, is_asked boolean, due timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO disputes (id, platform_id, charge_id, provider, provider_account_id, transaction_id, kind, amount, currency, raw_status, asked, due_at)
  SELECT next_id(), subject.platform_id, subject.id, coalesce(attempt.provider, subject.provider),
    coalesce(attempt.provider_account_id, subject.provider_account_id), disputed, dispute_kind(word, subject.payment_method),
    -- What refunds gave back is not taken back again; beside one of all of it, all of it is disputed.
    coalesce((SELECT nullif(min(amount - refunded_amount), 0) FROM payments
      WHERE charge_id = subject.id AND transaction_id = disputed), subject.amount),
    subject.currency, word, is_asked, due
  FROM (VALUES (1)) AS one LEFT JOIN charge_attempts attempt
    ON attempt.charge_id = subject.id AND attempt.transaction_id = disputed
  ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
-- The caller holds the lock of the charge's row. News of a payment that the charge does not show names it in `orphanOf`.
CREATE FUNCTION follow_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  subject charges;
  disputed text;
BEGIN
  SELECT * INTO subject FROM charges WHERE id = NEW.charge_id;
  disputed := coalesce(NEW.detail->>'orphanOf', subject.transaction_id);
  IF NEW."from" = 'CHARGEBACK' OR (NEW.type = 'paymentChanged' AND NEW.detail->>'status' = 'APPROVED') THEN
    UPDATE disputes SET state = 'WON', closed_at = now()
    WHERE charge_id = NEW.charge_id AND transaction_id IS NOT DISTINCT FROM disputed AND state <> 'WON';
    RETURN NULL;
  END IF;
  -- A charge is disputed again by what is left of its payments, too: the payment that went back then is none that was disputed.
  IF NEW.type = 'statusChanged' AND NOT EXISTS (SELECT FROM payments
    WHERE charge_id = subject.id AND transaction_id = disputed AND state = 'CHARGEBACK') THEN RETURN NULL; END IF;
  -- What a bank had asked for it has taken.
  UPDATE disputes SET state = 'LOST', closed_at = now()
  WHERE charge_id = NEW.charge_id AND transaction_id IS NOT DISTINCT FROM disputed AND asked AND state = 'OPEN';
  IF EXISTS (SELECT FROM disputes WHERE charge_id = NEW.charge_id AND transaction_id IS NOT DISTINCT FROM disputed
    AND asked AND state = 'LOST') THEN RETURN NULL; END IF;
  PERFORM open_dispute(subject, disputed, NEW.detail->>'rawStatus', false, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charge_events_dispute AFTER INSERT ON charge_events FOR EACH ROW
  WHEN ((NEW.type = 'statusChanged' AND 'CHARGEBACK' IN (NEW."from", NEW."to"))
    OR (NEW.type = 'needsAttention' AND NEW.detail->>'status' = 'CHARGEBACK')
    OR (NEW.type = 'paymentChanged' AND NEW.detail->>'status' IN ('CHARGEBACK', 'APPROVED')))
  EXECUTE FUNCTION follow_dispute();
--> statement-breakpoint
CREATE FUNCTION tell_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event text := 'dispute.' || CASE NEW.state WHEN 'OPEN' THEN 'opened' ELSE lower(NEW.state) END;
  changes bigint := CASE WHEN TG_OP = 'INSERT' THEN 1 WHEN OLD.state = 'OPEN' THEN 2 ELSE 3 END;
BEGIN
  IF is_awaited(NEW.platform_id, event) THEN
    PERFORM write_seller_event(NEW.platform_id, event, 'dispute', NEW.id, changes, to_jsonb(NEW), NEW.charge_id, NULL);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER disputes_tell_opened AFTER INSERT ON disputes FOR EACH ROW EXECUTE FUNCTION tell_dispute();
--> statement-breakpoint
CREATE TRIGGER disputes_tell_closed AFTER UPDATE ON disputes FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION tell_dispute();
--> statement-breakpoint
-- ================ Reconciliation

-- A change that makes both sides equal resolves the difference.
CREATE FUNCTION settle_reconciliation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reconciliation_items SET state = 'resolvedAutomatically', resolved_at = now()
  WHERE charge_id = NEW.id AND state = 'open' AND kind = 'status' AND theirs->>'status' = NEW.status;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_settle_reconciliation AFTER UPDATE ON charges FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION settle_reconciliation();
--> statement-breakpoint
-- A statement says of a withdrawal only that it did not arrive: canceled and rejected are the same there.
CREATE FUNCTION settle_disbursement_reconciliation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reconciliation_items SET state = 'resolvedAutomatically', resolved_at = now()
  WHERE disbursement_id = NEW.id AND state = 'open' AND kind = 'status'
    AND theirs->>'status' = replace(NEW.status, 'CANCELED', 'REJECTED');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER disbursements_settle_reconciliation AFTER UPDATE ON disbursements FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION settle_disbursement_reconciliation();
--> statement-breakpoint
-- What a statement had and we had not is found when it becomes a payment of a charge, or a disbursement learns its id at the provider.
CREATE FUNCTION find_missing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  learnt text;
  charge uuid;
  disbursement uuid;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'payments' THEN learnt := NEW.transaction_id; charge := NEW.charge_id;
    WHEN 'disbursements' THEN learnt := NEW.external_id; disbursement := NEW.id;
  END CASE;
  UPDATE reconciliation_items SET state = 'resolvedAutomatically', resolved_at = now(), charge_id = charge,
    disbursement_id = disbursement
  WHERE provider_account_id = NEW.provider_account_id AND transaction_id = learnt AND state = 'open' AND kind = 'missingHere';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_reconciled AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION find_missing();
--> statement-breakpoint
CREATE TRIGGER disbursements_reconciled AFTER UPDATE ON disbursements FOR EACH ROW
  WHEN (NEW.external_id IS NOT NULL AND OLD.external_id IS NULL) EXECUTE FUNCTION find_missing();
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
--> statement-breakpoint
-- ================ Checkout orders and payment links

-- Which link a charge came through is known from its order, whichever version of the product makes the charge.
CREATE FUNCTION know_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.payment_link_id := (SELECT link_id FROM checkout_orders WHERE id = NEW.checkout_order_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_know_link BEFORE INSERT ON charges FOR EACH ROW WHEN (NEW.checkout_order_id IS NOT NULL)
  EXECUTE FUNCTION know_link();
--> statement-breakpoint
-- An order gives its link's use back, or takes it again.
CREATE FUNCTION use_link(order_id uuid, wanted boolean) RETURNS void LANGUAGE sql AS $$
  WITH changed AS (
    UPDATE checkout_orders SET holds_use = wanted, updated_at = now() WHERE id = order_id AND holds_use <> wanted
    RETURNING link_id
  )
  UPDATE payment_links SET uses = uses + CASE WHEN wanted THEN 1 ELSE -1 END FROM changed WHERE id = changed.link_id
$$;
--> statement-breakpoint
-- A charge whose money went back no longer pays its order: another one that was paid does, or none. Unless another one still
-- waits, the link's use goes back too.
CREATE FUNCTION leave_order(visit checkout_orders, refunded uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  payer uuid := visit.paid_charge_id;
BEGIN
  IF payer = refunded THEN
    SELECT id INTO payer FROM charges
    WHERE checkout_order_id = visit.id AND id <> refunded AND status = 'APPROVED' ORDER BY paid_at, id LIMIT 1;
    UPDATE checkout_orders SET paid_charge_id = payer, updated_at = now() WHERE id = visit.id;
  END IF;
  IF payer IS NULL AND NOT EXISTS (
    SELECT FROM charges WHERE id = visit.charge_id AND id <> refunded AND status = 'PENDING'
  ) THEN
    PERFORM use_link(visit.id, false);
  END IF;
END $$;
--> statement-breakpoint
-- The first charge of an order that brings money is the order's payment; a second one is a double payment. Both wait for the
-- order's lock, so that of any number at once exactly one is the first.
CREATE FUNCTION keep_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  visit checkout_orders;
  payer text;
BEGIN
  SELECT * INTO visit FROM checkout_orders WHERE id = NEW.checkout_order_id FOR NO KEY UPDATE;
  IF NEW.status = 'REJECTED' THEN
    IF visit.charge_id = NEW.id AND visit.paid_charge_id IS NULL THEN PERFORM use_link(visit.id, false); END IF;
    RETURN NEW;
  END IF;
  IF NEW.status = 'REFUNDED' THEN
    PERFORM leave_order(visit, NEW.id);
    RETURN NEW;
  END IF;
  IF NEW.status <> 'APPROVED' THEN RETURN NEW; END IF;
  IF visit.paid_charge_id <> NEW.id THEN SELECT status INTO payer FROM charges WHERE id = visit.paid_charge_id; END IF;
  IF payer = 'APPROVED' THEN
    NEW.attention_reasons := attention_with(NEW.attention_reasons, ARRAY['doublePayment']);
    INSERT INTO charge_events (id, charge_id, key, type, cause, provider, detail)
    VALUES (next_id(), NEW.id, 'order/doublePayment', 'needsAttention', 'provider', NEW.provider,
      jsonb_build_object('reason', 'doublePayment', 'status', NEW.status, 'otherCharge', visit.paid_charge_id))
    ON CONFLICT (charge_id, key) DO NOTHING;
    RETURN NEW;
  END IF;
  -- A dispute that was won: the charge has paid the order all the time.
  IF visit.paid_charge_id = NEW.id AND OLD.status = 'CHARGEBACK' THEN RETURN NEW; END IF;
  UPDATE checkout_orders SET paid_charge_id = NEW.id, updated_at = now() WHERE id = visit.id;
  PERFORM use_link(visit.id, true);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_keep_order BEFORE UPDATE OF status ON charges FOR EACH ROW
  WHEN (NEW.checkout_order_id IS NOT NULL AND OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION keep_order();
--> statement-breakpoint
-- A charge that was never begun is taken back, and its order's use with it.
CREATE FUNCTION forget_order_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM checkout_orders WHERE id = OLD.checkout_order_id AND charge_id = OLD.id FOR NO KEY UPDATE) THEN
    PERFORM use_link(OLD.checkout_order_id, false);
    UPDATE checkout_orders SET charge_id = NULL, updated_at = now() WHERE id = OLD.checkout_order_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_forget_order AFTER DELETE ON charges FOR EACH ROW
  WHEN (OLD.checkout_order_id IS NOT NULL) EXECUTE FUNCTION forget_order_charge();
--> statement-breakpoint
-- ================ Receipts for buyers

-- The buyer's receipt is queued in the transaction that makes the order paid: once for each charge that pays it. A second
-- payment that pays no order has no receipt, and a buyer whose data was erased has no address.
CREATE FUNCTION queue_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mails (id, platform_id, charge_id, kind, amount)
  SELECT next_id(), platform_id, id, 'paid', amount FROM charges WHERE id = NEW.paid_charge_id AND customer->>'email' <> ''
  ON CONFLICT DO NOTHING;
  PERFORM pg_notify('delivery_queued', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER checkout_orders_receipt AFTER UPDATE ON checkout_orders FOR EACH ROW
  WHEN (NEW.paid_charge_id IS NOT NULL AND OLD.paid_charge_id IS DISTINCT FROM NEW.paid_charge_id)
  EXECUTE FUNCTION queue_receipt();
--> statement-breakpoint
-- Only of what was paid: providers also call a code that was cancelled unpaid a refund, and a refund may be known before its
-- payment.
CREATE FUNCTION returned_to_buyer(payments) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN $1.paid_at IS NULL THEN 0 ELSE $1.refunded_amount END
$$;
--> statement-breakpoint
-- Whoever made the refund, in full or in part, and whether its payment paid the charge or was one too many.
CREATE FUNCTION queue_refund_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mails (id, platform_id, charge_id, payment_id, kind, amount, refunded_until_then)
  SELECT next_id(), platform_id, id, NEW.id, 'refunded', NEW.refunded_amount - returned_to_buyer(OLD), NEW.refunded_amount
  FROM charges WHERE id = NEW.charge_id AND checkout_order_id IS NOT NULL AND customer->>'email' <> ''
  ON CONFLICT DO NOTHING;
  IF FOUND THEN PERFORM pg_notify('delivery_queued', ''); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_refund_receipt AFTER UPDATE OF refunded_amount, paid_at ON payments FOR EACH ROW
  WHEN (returned_to_buyer(NEW) > returned_to_buyer(OLD))
  EXECUTE FUNCTION queue_refund_receipt();
--> statement-breakpoint
-- ================ Figures

-- What charges add to the figures that come, and what those take from them that go: a charge that changes is both, and one row is
-- written for it. A charge that no provider has taken yet, and that is not over, counts in none. In PL/pgSQL, so that it is planned
-- once in a session.
CREATE FUNCTION figure_charges(going charges[], coming charges[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO charge_figures AS figures (platform_id, day, currency, provider, payment_method, writer, created, pending,
    pending_amount, rejected, approved, approved_amount, refunded_amount, chargebacks)
  SELECT platform_id, (created_at AT TIME ZONE 'America/Sao_Paulo')::date, currency, coalesce(provider, ''), payment_method,
    pg_backend_pid(), sum(sign), coalesce(sum(sign) FILTER (WHERE status = 'PENDING'), 0),
    coalesce(sum(sign * amount) FILTER (WHERE status = 'PENDING'), 0), coalesce(sum(sign) FILTER (WHERE status = 'REJECTED'), 0),
    coalesce(sum(sign) FILTER (WHERE paid_at IS NOT NULL), 0), coalesce(sum(sign * amount) FILTER (WHERE paid_at IS NOT NULL), 0),
    sum(sign * refunded_amount), coalesce(sum(sign) FILTER (WHERE status = 'CHARGEBACK'), 0)
  FROM (SELECT -1 AS sign, gone.* FROM unnest(going) AS gone UNION ALL SELECT 1, come.* FROM unnest(coming) AS come) AS changed
  WHERE provider IS NOT NULL OR status <> 'PENDING' GROUP BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (platform_id, day, currency, provider, payment_method, writer) DO UPDATE SET
    created = figures.created + excluded.created, pending = figures.pending + excluded.pending,
    pending_amount = figures.pending_amount + excluded.pending_amount, rejected = figures.rejected + excluded.rejected,
    approved = figures.approved + excluded.approved, approved_amount = figures.approved_amount + excluded.approved_amount,
    refunded_amount = figures.refunded_amount + excluded.refunded_amount,
    chargebacks = figures.chargebacks + excluded.chargebacks;
END $$;
--> statement-breakpoint
-- As figure_charges: how soon those that were paid were.
CREATE FUNCTION figure_times(going charges[], coming charges[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO approval_times AS times (platform_id, day, currency, provider, payment_method, writer, bucket, approved)
  SELECT platform_id, (created_at AT TIME ZONE 'America/Sao_Paulo')::date, currency, coalesce(provider, ''), payment_method,
    pg_backend_pid(), ceil(ln(greatest(extract(epoch FROM paid_at - created_at), 1)) / ln(1.25)), sum(sign)
  FROM (SELECT -1 AS sign, gone.* FROM unnest(going) AS gone UNION ALL SELECT 1, come.* FROM unnest(coming) AS come) AS changed
  WHERE paid_at IS NOT NULL AND (provider IS NOT NULL OR status <> 'PENDING')
  GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(sign) <> 0
  ON CONFLICT (platform_id, day, currency, provider, payment_method, writer, bucket) DO UPDATE SET
    approved = times.approved + excluded.approved;
END $$;
--> statement-breakpoint
-- Why charges were not paid, by the reason that the index charges_unpaid has.
CREATE FUNCTION figure_unpaid(subjects charges[], sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO unpaid_figures AS figures (platform_id, day, currency, provider, payment_method, writer, reason, rejected,
    rejected_amount)
  SELECT platform_id, (created_at AT TIME ZONE 'America/Sao_Paulo')::date, currency, coalesce(provider, ''), payment_method,
    pg_backend_pid(), coalesce(CASE WHEN ending <> 'refused' THEN ending ELSE refusal END, 'other'), sign * count(*),
    sign * sum(amount)
  FROM unnest(subjects) WHERE status = 'REJECTED' GROUP BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (platform_id, day, currency, provider, payment_method, writer, reason) DO UPDATE SET
    rejected = figures.rejected + excluded.rejected, rejected_amount = figures.rejected_amount + excluded.rejected_amount;
$$;
--> statement-breakpoint
CREATE FUNCTION figure_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM figure_charges('{}', ARRAY[NEW]);
    IF NEW.paid_at IS NOT NULL THEN PERFORM figure_times('{}', ARRAY[NEW]); END IF;
  ELSE
    PERFORM figure_charges(ARRAY[OLD], ARRAY[NEW]);
    IF coalesce(OLD.paid_at, NEW.paid_at) IS NOT NULL THEN PERFORM figure_times(ARRAY[OLD], ARRAY[NEW]); END IF;
    IF OLD.status = 'REJECTED' THEN PERFORM figure_unpaid(ARRAY[OLD], -1); END IF;
  END IF;
  IF NEW.status = 'REJECTED' THEN PERFORM figure_unpaid(ARRAY[NEW], 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- All of a statement at once, so that the same row of figures is not changed a thousand times in one transaction.
CREATE FUNCTION figure_gone_charges() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  subjects charges[] := (SELECT array_agg(gone::charges) FROM gone);
BEGIN
  PERFORM figure_charges(subjects, '{}'), figure_times(subjects, '{}'), figure_unpaid(subjects, -1);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_figure_new AFTER INSERT ON charges FOR EACH ROW
  WHEN (NEW.provider IS NOT NULL OR NEW.status <> 'PENDING') EXECUTE FUNCTION figure_charge();
--> statement-breakpoint
-- From here on by hand. Nobody changes a charge between the two: the figures begin with what there is.
CREATE TRIGGER charges_figure_changed AFTER UPDATE ON charges FOR EACH ROW
  WHEN ((OLD.provider, OLD.status, OLD.ending, OLD.refusal, OLD.paid_at, OLD.amount, OLD.refunded_amount, OLD.created_at)
    IS DISTINCT FROM (NEW.provider, NEW.status, NEW.ending, NEW.refusal, NEW.paid_at, NEW.amount, NEW.refunded_amount,
      NEW.created_at))
  EXECUTE FUNCTION figure_charge();
--> statement-breakpoint
CREATE TRIGGER charges_figure_gone AFTER DELETE ON charges REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  EXECUTE FUNCTION figure_gone_charges();
--> statement-breakpoint
-- The rows of single connections before `until` become one each. It waits for no lock: a row that is being written comes the
-- next time.
CREATE FUNCTION put_figures_together(until date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('put_figures_together')) THEN RETURN; END IF;
  WITH gone AS (
    DELETE FROM charge_figures WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM charge_figures WHERE day < until AND writer <> 0 FOR UPDATE SKIP LOCKED)) RETURNING *
  )
  INSERT INTO charge_figures AS figures
  SELECT platform_id, day, currency, provider, payment_method, 0, sum(created), sum(pending), sum(pending_amount), sum(rejected),
    sum(approved), sum(approved_amount), sum(refunded_amount), sum(chargebacks)
  FROM gone GROUP BY platform_id, day, currency, provider, payment_method
  ON CONFLICT (platform_id, day, currency, provider, payment_method, writer) DO UPDATE SET
    created = figures.created + excluded.created, pending = figures.pending + excluded.pending,
    pending_amount = figures.pending_amount + excluded.pending_amount, rejected = figures.rejected + excluded.rejected,
    approved = figures.approved + excluded.approved, approved_amount = figures.approved_amount + excluded.approved_amount,
    refunded_amount = figures.refunded_amount + excluded.refunded_amount,
    chargebacks = figures.chargebacks + excluded.chargebacks;
END $$;
--> statement-breakpoint
CREATE FUNCTION put_times_together(until date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('put_times_together')) THEN RETURN; END IF;
  WITH gone AS (
    DELETE FROM approval_times WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM approval_times WHERE day < until AND writer <> 0 FOR UPDATE SKIP LOCKED)) RETURNING *
  )
  INSERT INTO approval_times AS times
  SELECT platform_id, day, currency, provider, payment_method, 0, bucket, sum(approved)
  FROM gone GROUP BY platform_id, day, currency, provider, payment_method, bucket
  ON CONFLICT (platform_id, day, currency, provider, payment_method, writer, bucket) DO UPDATE SET
    approved = times.approved + excluded.approved;
END $$;
--> statement-breakpoint
CREATE FUNCTION put_unpaid_together(until date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('put_unpaid_together')) THEN RETURN; END IF;
  WITH gone AS (
    DELETE FROM unpaid_figures WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM unpaid_figures WHERE day < until AND writer <> 0 FOR UPDATE SKIP LOCKED)) RETURNING *
  )
  INSERT INTO unpaid_figures AS figures
  SELECT platform_id, day, currency, provider, payment_method, 0, reason, sum(rejected), sum(rejected_amount)
  FROM gone GROUP BY platform_id, day, currency, provider, payment_method, reason
  ON CONFLICT (platform_id, day, currency, provider, payment_method, writer, reason) DO UPDATE SET
    rejected = figures.rejected + excluded.rejected, rejected_amount = figures.rejected_amount + excluded.rejected_amount;
END $$;
--> statement-breakpoint
-- ================ Customers

-- A buyer is a customer of the platform, known by document or by e-mail. The row's lock is shared by all of their charges, and
-- an erasure waits for it until the charge is there to be erased too. The words that find a customer are those of the last
-- charge, written once a minute at most.
CREATE FUNCTION know_customer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  known text := coalesce(nullif(NEW.customer->>'document', ''), nullif(lower(NEW.customer->>'email'), ''));
  is_new boolean := false;
BEGIN
  NEW.customer_id := NULL;
  WHILE known IS NOT NULL AND NEW.customer_id IS NULL LOOP
    SELECT id INTO NEW.customer_id FROM customers WHERE platform_id = NEW.platform_id AND identity = known FOR KEY SHARE;
    EXIT WHEN NEW.customer_id IS NOT NULL;
    INSERT INTO customers (id, platform_id, identity, created_at) VALUES (next_id(), NEW.platform_id, known, NEW.created_at)
    ON CONFLICT DO NOTHING RETURNING id INTO NEW.customer_id;
    is_new := NEW.customer_id IS NOT NULL;
  END LOOP;
  IF NEW.customer_id IS NULL THEN RETURN NEW; END IF;
  IF NOT is_new THEN
    UPDATE customers SET described_at = now() WHERE id = (SELECT id FROM customers
      WHERE id = NEW.customer_id AND described_at < now() - interval '1 minute' FOR NO KEY UPDATE SKIP LOCKED);
    IF NOT FOUND THEN RETURN NEW; END IF;
    PERFORM forget_search_document(NEW.customer_id);
  END IF;
  PERFORM write_search_document(id, platform_id, 'customer', created_at, NULL, replace(id::text, '-', ''), NEW.customer->>'name',
    NEW.customer->>'email', NEW.customer->>'document', search_phone(NEW.customer->>'phone'))
  FROM customers WHERE id = NEW.customer_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_know_customer BEFORE INSERT ON charges FOR EACH ROW EXECUTE FUNCTION know_customer();
--> statement-breakpoint
CREATE TRIGGER customers_search_gone AFTER DELETE ON customers FOR EACH ROW EXECUTE FUNCTION drop_search_document();
--> statement-breakpoint
-- A customer without charges is removed. One who is buying at this moment is left alone.
CREATE FUNCTION forget_customers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  idle uuid[] := ARRAY(SELECT id FROM customers WHERE id IN (SELECT customer_id FROM gone) ORDER BY id FOR UPDATE SKIP LOCKED);
BEGIN
  DELETE FROM customers WHERE id = ANY (idle) AND NOT EXISTS (
    SELECT FROM charges WHERE charges.platform_id = customers.platform_id AND charges.customer_id = customers.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_forget_customers AFTER DELETE ON charges REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  EXECUTE FUNCTION forget_customers();
--> statement-breakpoint
-- What identifies a buyer, wherever it is written: signs within a number do not hide it.
CREATE FUNCTION pattern_of(bought uuid[]) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce('(?:' || string_agg(DISTINCT pattern, '|') || ')', '$a') FROM (
    SELECT regexp_replace(said, '([][\\.^$*+?(){}|])', '\\\1', 'g') AS pattern FROM charges, LATERAL unnest(ARRAY[
      customer->>'name', customer->>'email', extras->>'customerIp', extras->'address'->>'address']) AS said
    WHERE charges.id = ANY (bought) AND length(said) > 3
    UNION ALL
    SELECT regexp_replace(said, '(.)(?=.)', '\1[-./() ]*', 'g') FROM charges, LATERAL unnest(ARRAY[
      customer->>'document', customer->>'phone']) AS said
    WHERE charges.id = ANY (bought) AND said ~ '^[0-9A-Za-z]{8,}$'
  ) AS known
$$;
--> statement-breakpoint
CREATE FUNCTION blank(said text, pattern text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(said, pattern, '•••', 'gi')
$$;
--> statement-breakpoint
CREATE FUNCTION blank(said jsonb, pattern text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE jsonb_typeof(said)
    WHEN 'string' THEN to_jsonb(blank(said #>> '{}', pattern))
    WHEN 'array' THEN (SELECT coalesce(jsonb_agg(blank(value, pattern) ORDER BY place), '[]')
      FROM jsonb_array_elements(said) WITH ORDINALITY AS element (value, place))
    WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(key, blank(value, pattern)), '{}') FROM jsonb_each(said))
    ELSE said END;
END $$;
--> statement-breakpoint
-- A buyer cannot be erased while something still needs them: an open charge, money on its way back, a dispute, a receipt.
CREATE FUNCTION is_under_way(bought uuid[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM charges WHERE id = ANY (bought) AND (status = 'PENDING' OR attention IS NOT NULL))
    OR EXISTS (SELECT FROM disbursements WHERE charge_id = ANY (bought) AND (status = 'PENDING' OR attention IS NOT NULL))
    OR EXISTS (SELECT FROM disputes WHERE charge_id = ANY (bought) AND state = 'OPEN')
    OR EXISTS (SELECT FROM mails WHERE charge_id = ANY (bought) AND state = 'pending')
$$;
--> statement-breakpoint
-- Takes what is personal from all that a customer's charges have left, and keeps the money's records:
-- docs/decisions/0097-customers-are-known-by-their-charges.md. Returns `unknown`, `underWay` or `erased`.
-- Locks in the order in which others take them, docs/decisions/0098-erasing-waits-in-the-order-of-others.md: an attempt's
-- answer and a refund's end go on to the charge, the charge to its order, and an order's next try to the customer.
CREATE FUNCTION erase_customer(platform uuid, which uuid) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  bought uuid[] := ARRAY(SELECT id FROM charges WHERE platform_id = platform AND customer_id = which);
  given_back uuid[];
  told uuid[];
  pattern text;
BEGIN
  PERFORM FROM charge_attempts WHERE charge_id = ANY (bought) ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM disbursements WHERE charge_id = ANY (bought) ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM charges WHERE id = ANY (bought) ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM checkout_orders WHERE id IN (SELECT checkout_order_id FROM charges WHERE id = ANY (bought)) ORDER BY id
  FOR NO KEY UPDATE;
  PERFORM FROM customers WHERE platform_id = platform AND id = which FOR UPDATE;
  IF NOT FOUND THEN RETURN 'unknown'; END IF;
  -- Whoever has bought again meanwhile has begun something.
  IF EXISTS (SELECT FROM charges WHERE platform_id = platform AND customer_id = which AND id <> ALL (bought))
    OR is_under_way(bought) THEN
    RETURN 'underWay';
  END IF;
  PERFORM set_config('trilho.erasing', 'on', true);
  pattern := pattern_of(bought);
  given_back := ARRAY(SELECT id FROM disbursements WHERE charge_id = ANY (bought));
  told := ARRAY(SELECT event_id FROM webhook_deliveries WHERE charge_id = ANY (bought)
    UNION SELECT id FROM seller_events WHERE subject_id = ANY (bought || given_back)
    UNION SELECT id FROM seller_events WHERE subject_id IN (SELECT id FROM disputes WHERE charge_id = ANY (bought)));
  UPDATE charges SET customer = '{"name": "", "email": "", "document": ""}', customer_id = NULL, billet_url = NULL,
    extras = blank(extras - '{address,customerIp,fingerPrints,referrerUrl,checkoutUrl}'::text[], pattern),
    items = blank(items, pattern), metadata = blank(metadata, pattern), order_id = blank(order_id, pattern),
    failure_message = blank(failure_message, pattern), webhook_url = blank(webhook_url, pattern), updated_at = now()
  WHERE id = ANY (bought);
  UPDATE charge_attempts SET exchange = '[]', sealed_journal = NULL, error_message = blank(error_message, pattern)
  WHERE charge_id = ANY (bought);
  UPDATE charge_events SET detail = blank(detail, pattern) WHERE charge_id = ANY (bought) AND detail::text <> blank(detail, pattern)::text;
  UPDATE disbursements SET description = blank(description, pattern), reference = blank(reference, pattern),
    destination = blank(destination, pattern), metadata = blank(metadata, pattern),
    failure_message = blank(failure_message, pattern) WHERE id = ANY (given_back);
  UPDATE disbursement_attempts SET exchange = '[]', sealed_journal = NULL, error_message = blank(error_message, pattern)
  WHERE disbursement_id = ANY (given_back);
  UPDATE disbursement_events SET detail = blank(detail, pattern)
  WHERE disbursement_id = ANY (given_back) AND detail::text <> blank(detail, pattern)::text;
  UPDATE webhook_events SET headers = '{}', query = '{}', body = '{}', detail = blank(detail, pattern)
  WHERE charge_id = ANY (bought) OR withdrawal_id = ANY (given_back) OR (provider_account_id, transaction_id) IN (
    SELECT provider_account_id, transaction_id FROM payments WHERE charge_id = ANY (bought));
  UPDATE seller_events SET snapshot = blank(snapshot - 'customer_id', pattern) WHERE id = ANY (told);
  UPDATE webhook_deliveries SET url = blank(url, pattern), last_error = blank(last_error, pattern) WHERE event_id = ANY (told);
  UPDATE idempotency_keys SET response_body = blank(response_body, pattern) WHERE resource_id = ANY (bought || given_back);
  UPDATE disputes SET note = blank(note, pattern) WHERE charge_id = ANY (bought);
  UPDATE dispute_evidence SET name = blank(name, pattern)
  WHERE dispute_id IN (SELECT id FROM disputes WHERE charge_id = ANY (bought));
  UPDATE reconciliation_items SET ours = blank(ours, pattern), theirs = blank(theirs, pattern), note = blank(note, pattern)
  WHERE charge_id = ANY (bought);
  UPDATE checkout_orders SET address = NULL WHERE id IN (SELECT checkout_order_id FROM charges WHERE id = ANY (bought));
  UPDATE cards SET sealed_token = ''
  WHERE id IN (SELECT card_id FROM charges WHERE id = ANY (bought)) AND checkout_order_id IS NOT NULL;
  DELETE FROM customers WHERE id = which;
  PERFORM set_config('trilho.erasing', '', true);
  RETURN 'erased';
END $$;
