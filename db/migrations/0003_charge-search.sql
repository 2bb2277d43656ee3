CREATE INDEX "charges_needing_attention" ON "charges" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE attention IS NOT NULL;
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
