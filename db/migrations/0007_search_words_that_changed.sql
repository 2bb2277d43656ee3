-- The words of a document are computed once, by a plan that the session keeps; and when some of them change, only those are
-- written: of a charge, its transaction's id alone, in the statement that its buyer waits for.
CREATE OR REPLACE FUNCTION words_of(VARIADIC texts text[]) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
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
DROP FUNCTION write_search_document(uuid, uuid, text, timestamptz, text[]);
--> statement-breakpoint
CREATE FUNCTION write_search_document(which uuid, platform uuid, what text, made_at timestamptz, VARIADIC texts text[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before tsvector;
  after tsvector := words_of(VARIADIC texts);
BEGIN
  SELECT words INTO before FROM search_documents WHERE id = which;
  IF NOT FOUND THEN
    INSERT INTO search_documents (id, platform_id, kind, created_at, words) VALUES (which, platform, what, made_at, after);
    INSERT INTO search_words (platform_id, kind, word, id) SELECT platform, what, unnest(tsvector_to_array(after)), which;
    RETURN;
  END IF;
  UPDATE search_documents SET created_at = made_at, words = after WHERE id = which;
  DELETE FROM search_words WHERE platform_id = platform AND kind = what AND id = which
    AND word = ANY (tsvector_to_array(ts_delete(before, tsvector_to_array(after))));
  INSERT INTO search_words (platform_id, kind, word, id)
  SELECT platform, what, unnest(tsvector_to_array(ts_delete(after, tsvector_to_array(before)))), which;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_search_document(NEW.id, NEW.platform_id, 'charge', NEW.created_at,
    replace(NEW.id::text, '-', ''), NEW.order_id, NEW.transaction_id, NEW.customer->>'name', NEW.customer->>'email',
    NEW.customer->>'document', search_phone(NEW.customer->>'phone'), search_metadata(NEW.metadata));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_disbursement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  buyer jsonb := (SELECT customer FROM charges WHERE id = NEW.charge_id);
BEGIN
  PERFORM write_search_document(NEW.id, NEW.platform_id, NEW.kind, NEW.created_at,
    replace(NEW.id::text, '-', ''), replace(NEW.charge_id::text, '-', ''), NEW.reference, NEW.external_id, NEW.description,
    NEW.destination->>'name', NEW.destination->>'accountHolder', NEW.destination->>'document',
    NEW.destination->>'accountDocument', NEW.destination->>'pixKey', NEW.destination->>'email',
    buyer->>'name', buyer->>'email', buyer->>'document', search_metadata(NEW.metadata));
  RETURN NULL;
END $$;
