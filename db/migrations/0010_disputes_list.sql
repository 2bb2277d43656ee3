DROP INDEX "disputes_by_state";--> statement-breakpoint
CREATE INDEX "charges_foreign" ON "charges" USING btree ("platform_id","currency",("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST) WHERE (currency <> 'BRL');--> statement-breakpoint
CREATE INDEX "disputes_facets" ON "disputes" USING btree ("platform_id","state","kind",("opened_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
-- A dispute is found by the buyer of its charge, too.
CREATE FUNCTION search_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  subject charges := (SELECT disputed FROM charges disputed WHERE id = NEW.charge_id);
BEGIN
  PERFORM write_search_document(NEW.id, NEW.platform_id, 'dispute', NEW.opened_at,
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
-- Those that are there are found as well.
SELECT write_search_document(dispute.id, dispute.platform_id, 'dispute', dispute.opened_at,
  replace(dispute.id::text, '-', ''), replace(dispute.charge_id::text, '-', ''), dispute.transaction_id, charge.order_id,
  charge.customer->>'name', charge.customer->>'email', charge.customer->>'document')
FROM disputes dispute JOIN charges charge ON charge.id = dispute.charge_id;
