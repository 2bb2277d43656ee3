-- A customer is found by every name, e-mail address and phone number on their charges: docs/decisions/0314-a-customer-is-found-by-every-name.md.
-- The words' row is locked before its entries, and is not written if nothing is new. A customer with hundreds of words gets no more:
-- whoever types on a public page must not make the row large.
CREATE FUNCTION add_customer_words(which uuid, added tsvector) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  platform uuid;
BEGIN
  UPDATE search_documents SET words = words || added
  WHERE id = which AND length(words) < 500 AND NOT tsvector_to_array(words) @> tsvector_to_array(added)
  RETURNING platform_id INTO platform;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO search_words (platform_id, kind, word, id)
  SELECT platform, 'customer', unnest(tsvector_to_array(added)), which ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
CREATE FUNCTION contact_words(customer jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT words_of(customer->>'name', customer->>'email', customer->>'document', search_phone(customer->>'phone'))
$$;
--> statement-breakpoint
-- A buyer is a customer of the platform, identified by document or by e-mail address. All of a customer's new charges share the row's
-- lock, and an erasure waits for it, so that it sees these charges too. Most charges say what the customer's last one said.
CREATE OR REPLACE FUNCTION know_customer() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF is_new THEN
    PERFORM write_search_document(id, platform_id, 'customer', created_at, NULL, replace(id::text, '-', ''), NEW.customer->>'name',
      NEW.customer->>'email', NEW.customer->>'document', search_phone(NEW.customer->>'phone'))
    FROM customers WHERE id = NEW.customer_id;
  ELSIF NEW.customer IS DISTINCT FROM (SELECT customer FROM charges
      WHERE platform_id = NEW.platform_id AND customer_id = NEW.customer_id
      ORDER BY (created_at - 'epoch'::timestamptz) DESC NULLS LAST, id DESC LIMIT 1) THEN
    PERFORM add_customer_words(NEW.customer_id, contact_words(NEW.customer));
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
SELECT add_customer_words(customer_id, contact_words(customer))
FROM (SELECT DISTINCT customer_id, customer FROM charges WHERE customer_id IS NOT NULL) AS told;
--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "described_at";
