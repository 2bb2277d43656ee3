-- Whoever waits for a code need not read the row at every change of it: the announcement says whether there is any news in it.
CREATE OR REPLACE FUNCTION announce_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('charge_changed', json_build_object('id', NEW.id, 'platformId', NEW.platform_id,
    'underWay', NEW.status = 'PENDING' AND NEW.transaction_id IS NULL AND NEW.attention_reasons = '{}')::text);
  RETURN NULL;
END $$;
