-- The domain's questions about a status. Made by `npm run generate` from db/questions.ts.
CREATE FUNCTION charge_waits(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('PENDING');
--> statement-breakpoint
CREATE FUNCTION charge_brings_money(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('APPROVED');
--> statement-breakpoint
CREATE FUNCTION charge_is_refused(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('REJECTED');
--> statement-breakpoint
CREATE FUNCTION charge_is_disputed(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('CHARGEBACK');
--> statement-breakpoint
CREATE FUNCTION charge_is_refunded(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('REFUNDED');
--> statement-breakpoint
CREATE FUNCTION payment_is_payable(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('PENDING');
--> statement-breakpoint
CREATE FUNCTION disbursement_waits(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('PENDING');
--> statement-breakpoint
CREATE FUNCTION disbursement_is_failed(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('REJECTED', 'CANCELED');
--> statement-breakpoint
CREATE FUNCTION attempt_is_made(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('created');
--> statement-breakpoint
CREATE FUNCTION attempt_is_answered_by_provider(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('created', 'refused');
--> statement-breakpoint
CREATE FUNCTION notice_is_unhandled(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('pending', 'failed');
--> statement-breakpoint
CREATE FUNCTION receiver_waits(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('PENDING');
--> statement-breakpoint
CREATE FUNCTION refund_state(status text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE status WHEN 'CANCELED' THEN 'REJECTED' ELSE status END;
--> statement-breakpoint
CREATE FUNCTION given_up_state(status text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE status WHEN 'PENDING' THEN 'REJECTED' ELSE status END;
