CREATE TABLE "unpaid_figures" (
	"platform_id" uuid NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"provider" text NOT NULL,
	"payment_method" text NOT NULL,
	"writer" integer NOT NULL,
	"reason" text NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"rejected_amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "unpaid_figures_platform_id_day_currency_provider_payment_method_writer_reason_pk" PRIMARY KEY("platform_id","day","currency","provider","payment_method","writer","reason")
);
--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "unpaid_figures" ADD CONSTRAINT "unpaid_figures_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unpaid_figures_apart" ON "unpaid_figures" USING btree ("day") WHERE writer <> 0;--> statement-breakpoint
CREATE INDEX "charges_unpaid" ON "charges" USING btree ("platform_id",coalesce(CASE WHEN ending <> 'refused' THEN ending ELSE refusal END, 'other'),("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST) WHERE (status = 'REJECTED');
--> statement-breakpoint
-- From here on by hand. Nobody changes a charge between the two: the figures begin with what there is.
CREATE OR REPLACE TRIGGER charges_figure_changed AFTER UPDATE ON charges FOR EACH ROW
  WHEN ((OLD.provider, OLD.status, OLD.ending, OLD.refusal, OLD.paid_at, OLD.amount, OLD.refunded_amount, OLD.created_at)
    IS DISTINCT FROM (NEW.provider, NEW.status, NEW.ending, NEW.refusal, NEW.paid_at, NEW.amount, NEW.refunded_amount,
      NEW.created_at))
  EXECUTE FUNCTION figure_charge();
--> statement-breakpoint
-- Why charges were not paid, as the index charges_unpaid has it.
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
CREATE OR REPLACE FUNCTION figure_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM figure_charges(ARRAY[OLD], -1);
    IF OLD.status = 'REJECTED' THEN PERFORM figure_unpaid(ARRAY[OLD], -1); END IF;
  END IF;
  PERFORM figure_charges(ARRAY[NEW], 1);
  IF NEW.status = 'REJECTED' THEN PERFORM figure_unpaid(ARRAY[NEW], 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION figure_gone_charges() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  subjects charges[] := (SELECT array_agg(gone::charges) FROM gone);
BEGIN
  PERFORM figure_charges(subjects, -1), figure_unpaid(subjects, -1);
  RETURN NULL;
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
INSERT INTO unpaid_figures (platform_id, day, currency, provider, payment_method, writer, reason, rejected, rejected_amount)
SELECT platform_id, (created_at AT TIME ZONE 'America/Sao_Paulo')::date, currency, coalesce(provider, ''), payment_method, 0,
  coalesce(CASE WHEN ending <> 'refused' THEN ending ELSE refusal END, 'other'), count(*), sum(amount)
FROM charges WHERE status = 'REJECTED' GROUP BY 1, 2, 3, 4, 5, 7;
