-- Each item of the seller's metadata is found by its value, and by its name and value: by the first hundred characters of its value. Where
-- that is more than four thousand characters of all items together, each has an even share of them, because every word costs rows.
CREATE OR REPLACE FUNCTION search_metadata(metadata jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(CASE WHEN wanted <= 4000 THEN item ELSE left(item, (4000 / items)::int) END, ' ')
  FROM (SELECT item, count(*) OVER () AS items, sum(length(item)) OVER () AS wanted
    FROM (SELECT key || ':' || left(value, 100) AS item FROM jsonb_each_text(metadata)) AS named) AS counted
$$;
--> statement-breakpoint
-- The words of what was made before, where the first thousand characters did not have them all.
SELECT add_search_words(id, platform_id, 'charge', search_metadata(metadata)) FROM charges WHERE length(search_metadata(metadata)) > 1000;
--> statement-breakpoint
SELECT add_search_words(id, platform_id, kind, search_metadata(metadata)) FROM disbursements WHERE length(search_metadata(metadata)) > 1000;
--> statement-breakpoint
SELECT add_search_words(id, platform_id, 'receiver', search_metadata(metadata)) FROM receivers WHERE length(search_metadata(metadata)) > 1000;
