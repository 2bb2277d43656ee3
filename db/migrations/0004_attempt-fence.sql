DROP INDEX "charge_attempts_by_transaction";--> statement-breakpoint
CREATE UNIQUE INDEX "charge_attempts_created_once" ON "charge_attempts" USING btree ("charge_id") WHERE outcome = 'created';--> statement-breakpoint
CREATE INDEX "charges_unsettled" ON "charges" USING btree ("created_at") WHERE status = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "charge_attempts_by_transaction" ON "charge_attempts" USING btree ("provider_account_id","transaction_id");