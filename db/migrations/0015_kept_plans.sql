-- A function in SQL is set up anew at each call, one in PL/pgSQL once in a session. These run three times for every charge.
CREATE OR REPLACE FUNCTION void_later(which uuid)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO readings (kind, id, provider_account_id, next_read_at)
  SELECT 'void', payment.id, payment.provider_account_id, now()
  FROM charges charge JOIN payments payment ON payment.charge_id = charge.id
  WHERE charge.id = which AND is_unwanted(charge, payment)
  ON CONFLICT (kind, id) DO NOTHING;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION read_on(what text, which uuid, account uuid, is_settled boolean, ends timestamptz DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO readings (kind, id, provider_account_id, settled, expires_at) VALUES (what, which, account, is_settled, ends)
  ON CONFLICT (kind, id) DO UPDATE SET provider_account_id = account, settled = is_settled, since = now(), reads = 0,
    next_read_at = excluded.next_read_at, expires_at = ends;
  UPDATE readings SET next_read_at = now() + interval '1 hour' WHERE is_settled AND kind = what AND id = which;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION figure_charges(subjects charges[], sign integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO charge_figures AS figures (platform_id, day, currency, provider, payment_method, writer, created, pending,
    pending_amount, rejected, approved, approved_amount, refunded_amount, chargebacks)
  SELECT platform_id, (created_at AT TIME ZONE 'America/Sao_Paulo')::date, currency, coalesce(provider, ''), payment_method,
    pg_backend_pid(), sign * count(*), sign * count(*) FILTER (WHERE status = 'PENDING'),
    sign * coalesce(sum(amount) FILTER (WHERE status = 'PENDING'), 0), sign * count(*) FILTER (WHERE status = 'REJECTED'),
    sign * count(paid_at), sign * coalesce(sum(amount) FILTER (WHERE paid_at IS NOT NULL), 0), sign * sum(refunded_amount),
    sign * count(*) FILTER (WHERE status = 'CHARGEBACK')
  FROM unnest(subjects) WHERE provider IS NOT NULL OR status <> 'PENDING' GROUP BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (platform_id, day, currency, provider, payment_method, writer) DO UPDATE SET
    created = figures.created + excluded.created, pending = figures.pending + excluded.pending,
    pending_amount = figures.pending_amount + excluded.pending_amount, rejected = figures.rejected + excluded.rejected,
    approved = figures.approved + excluded.approved, approved_amount = figures.approved_amount + excluded.approved_amount,
    refunded_amount = figures.refunded_amount + excluded.refunded_amount,
    chargebacks = figures.chargebacks + excluded.chargebacks;
  INSERT INTO approval_times AS times (platform_id, day, currency, provider, payment_method, writer, bucket, approved)
  SELECT platform_id, (created_at AT TIME ZONE 'America/Sao_Paulo')::date, currency, coalesce(provider, ''), payment_method,
    pg_backend_pid(), ceil(ln(greatest(extract(epoch FROM paid_at - created_at), 1)) / ln(1.25)), sign * count(*)
  FROM unnest(subjects) WHERE paid_at IS NOT NULL AND (provider IS NOT NULL OR status <> 'PENDING') GROUP BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (platform_id, day, currency, provider, payment_method, writer, bucket) DO UPDATE SET
    approved = times.approved + excluded.approved;
END $$;
--> statement-breakpoint
-- A statement that deletes by a list is planned at each call: most changes take no word away.
CREATE OR REPLACE FUNCTION write_search_document(which uuid, platform uuid, what text, made_at timestamptz, VARIADIC texts text[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before tsvector;
  after tsvector := words_of(VARIADIC texts);
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
