ALTER TABLE "charges" ADD COLUMN "payment_link_id" uuid;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_payment_link_id_payment_links_id_fk" FOREIGN KEY ("payment_link_id") REFERENCES "public"."payment_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charges_by_offer" ON "charges" USING btree ("platform_id","offer_id",("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST,"currency","paid_at","amount") WHERE offer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "charges_by_link" ON "charges" USING btree ("platform_id","payment_link_id",("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST,"currency","paid_at","amount") WHERE payment_link_id IS NOT NULL;--> statement-breakpoint
-- Which link a charge came through is known by its order, whichever version of the product makes the charge.
CREATE FUNCTION know_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.payment_link_id := (SELECT link_id FROM checkout_orders WHERE id = NEW.checkout_order_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER charges_know_link BEFORE INSERT ON charges FOR EACH ROW WHEN (NEW.checkout_order_id IS NOT NULL)
  EXECUTE FUNCTION know_link();
--> statement-breakpoint
UPDATE charges SET payment_link_id = checkout_orders.link_id FROM checkout_orders
WHERE checkout_orders.id = charges.checkout_order_id AND checkout_orders.link_id IS NOT NULL;
