CREATE TABLE "access_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"role" text,
	"user_id" text,
	"created_by" text,
	"token_hash" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"withdrawn_at" timestamp(3) with time zone,
	CONSTRAINT "access_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "access_links_what" CHECK (CASE kind WHEN 'invitation' THEN role IS NOT NULL ELSE user_id IS NOT NULL END)
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_by" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"password_set_by_other" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"platform_id" uuid NOT NULL,
	"role" text DEFAULT 'seller' NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"removed_at" timestamp with time zone,
	"last_sign_in_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"provider_account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"checkout_order_id" uuid,
	"sealed_token" text NOT NULL,
	"brand" text NOT NULL,
	"last_digits" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refused_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"slug" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approval_times" (
	"platform_id" uuid NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"provider" text NOT NULL,
	"payment_method" text NOT NULL,
	"writer" integer NOT NULL,
	"bucket" integer NOT NULL,
	"approved" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "approval_times_platform_id_day_currency_provider_payment_method_writer_bucket_pk" PRIMARY KEY("platform_id","day","currency","provider","payment_method","writer","bucket")
);
--> statement-breakpoint
CREATE TABLE "charge_figures" (
	"platform_id" uuid NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"provider" text NOT NULL,
	"payment_method" text NOT NULL,
	"writer" integer NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"pending_amount" bigint DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"approved" integer DEFAULT 0 NOT NULL,
	"approved_amount" bigint DEFAULT 0 NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"chargebacks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "charge_figures_platform_id_day_currency_provider_payment_method_writer_pk" PRIMARY KEY("platform_id","day","currency","provider","payment_method","writer")
);
--> statement-breakpoint
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
CREATE TABLE "charge_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"provider_account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"claimed_by" text,
	"keys_version" integer DEFAULT 1 NOT NULL,
	"sealed_journal" text,
	"exchange" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"transaction_id" text,
	"outcome" text,
	"created_status" text,
	"error_kind" text,
	"error_message" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "charge_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid NOT NULL,
	"key" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"from" text,
	"to" text,
	"cause" text NOT NULL,
	"provider" text,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"status_unmapped" boolean DEFAULT false NOT NULL,
	"ending" text,
	"refusal" text,
	"attention_reasons" text[] DEFAULT '{}'::text[] NOT NULL,
	"attention" text GENERATED ALWAYS AS (CASE WHEN 'doublePayment' = ANY (attention_reasons) THEN 'doublePayment' WHEN 'amountMismatch' = ANY (attention_reasons) THEN 'amountMismatch' WHEN 'unknownOutcome' = ANY (attention_reasons) THEN 'unknownOutcome' WHEN 'workflowLost' = ANY (attention_reasons) THEN 'workflowLost' WHEN 'workflowStuck' = ANY (attention_reasons) THEN 'workflowStuck' WHEN 'providerUnreachable' = ANY (attention_reasons) THEN 'providerUnreachable' WHEN 'orphanPayment' = ANY (attention_reasons) THEN 'orphanPayment' WHEN 'refundAndChargeback' = ANY (attention_reasons) THEN 'refundAndChargeback' WHEN 'returnedInPart' = ANY (attention_reasons) THEN 'returnedInPart' WHEN 'disputeWon' = ANY (attention_reasons) THEN 'disputeWon' WHEN 'contradicted' = ANY (attention_reasons) THEN 'contradicted' WHEN 'latePayment' = ANY (attention_reasons) THEN 'latePayment' WHEN 'unconfirmedNotice' = ANY (attention_reasons) THEN 'unconfirmedNotice' WHEN 'unmappedStatus' = ANY (attention_reasons) THEN 'unmappedStatus' END) STORED,
	"attention_since" timestamp(3) with time zone,
	"payment_method" text NOT NULL,
	"amount" bigint NOT NULL,
	"interest" bigint DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'BRL' NOT NULL,
	"paid_amount" bigint,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"provider" text,
	"provider_account_id" uuid,
	"transaction_id" text,
	"order_id" text,
	"offer_id" uuid,
	"payment_link_id" uuid,
	"checkout_order_id" uuid,
	"pix_code" text,
	"pix_qr_code" text,
	"expires_at" timestamp(3) with time zone,
	"billet_code" text,
	"billet_url" text,
	"installments" integer DEFAULT 1 NOT NULL,
	"card_id" uuid,
	"card" jsonb,
	"customer_id" uuid,
	"customer" jsonb NOT NULL,
	"items" jsonb NOT NULL,
	"splits" jsonb,
	"extras" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by_user" text,
	"webhook_url" text,
	"checkout_token" text NOT NULL,
	"workflow_run_id" text,
	"failure_message" text,
	"paid_at" timestamp(3) with time zone,
	"payable" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkout_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"offer_id" uuid,
	"link_id" uuid,
	"charge_id" uuid,
	"paid_charge_id" uuid,
	"holds_use" boolean DEFAULT false NOT NULL,
	"holds_until" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"address" text,
	"language" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"identity" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "database_servers" (
	"is_the_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"identity" text NOT NULL,
	"once_more_at" timestamp(3) with time zone,
	CONSTRAINT "database_servers_one" CHECK ("database_servers"."is_the_one")
);
--> statement-breakpoint
CREATE TABLE "disbursement_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"disbursement_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"provider_account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"state" text NOT NULL,
	"claimed_by" text,
	"keys_version" integer DEFAULT 1 NOT NULL,
	"sealed_journal" text,
	"exchange" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"external_id" text,
	"outcome" text,
	"refunded_before" bigint,
	"error_kind" text,
	"error_message" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "disbursement_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"disbursement_id" uuid NOT NULL,
	"key" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"from" text,
	"to" text,
	"cause" text NOT NULL,
	"provider" text,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "disbursements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"charge_id" uuid,
	"payment_id" uuid,
	"policy" text,
	"external" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"status_unmapped" boolean DEFAULT false NOT NULL,
	"attention_reasons" text[] DEFAULT '{}'::text[] NOT NULL,
	"attention" text GENERATED ALWAYS AS (CASE WHEN 'amountMismatch' = ANY (attention_reasons) THEN 'amountMismatch' WHEN 'unknownOutcome' = ANY (attention_reasons) THEN 'unknownOutcome' WHEN 'workflowLost' = ANY (attention_reasons) THEN 'workflowLost' WHEN 'workflowStuck' = ANY (attention_reasons) THEN 'workflowStuck' WHEN 'providerUnreachable' = ANY (attention_reasons) THEN 'providerUnreachable' WHEN 'awaitsApproval' = ANY (attention_reasons) THEN 'awaitsApproval' WHEN 'noConfirmation' = ANY (attention_reasons) THEN 'noConfirmation' WHEN 'contradicted' = ANY (attention_reasons) THEN 'contradicted' WHEN 'unconfirmedNotice' = ANY (attention_reasons) THEN 'unconfirmedNotice' WHEN 'unmappedStatus' = ANY (attention_reasons) THEN 'unmappedStatus' END) STORED,
	"attention_since" timestamp(3) with time zone,
	"amount" bigint NOT NULL,
	"currency" text DEFAULT 'BRL' NOT NULL,
	"charge_method" text,
	"method" text,
	"destination" jsonb,
	"description" text,
	"reference" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"requested_by" text,
	"approval" text,
	"approval_due_at" timestamp(3) with time zone,
	"approved_by" text,
	"provider" text,
	"provider_account_id" uuid,
	"external_id" text,
	"approved_at" timestamp(3) with time zone,
	"failure_message" text,
	"workflow_run_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disbursements_kind" CHECK ((kind = 'refund') = (charge_id IS NOT NULL) AND (kind = 'withdrawal') = (method IS NOT NULL)),
	CONSTRAINT "disbursements_amount" CHECK (amount > 0),
	CONSTRAINT "disbursements_approval" CHECK ((approval IS NULL) = (approval_due_at IS NULL)
        AND (approval IS NOT DISTINCT FROM 'given') = (approved_by IS NOT NULL) AND (approved_by = requested_by) IS NOT TRUE)
);
--> statement-breakpoint
CREATE TABLE "dispute_evidence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dispute_id" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"added_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"provider" text,
	"provider_account_id" uuid,
	"transaction_id" text,
	"kind" text NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"raw_status" text,
	"opened_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"asked" boolean DEFAULT false NOT NULL,
	"due_at" timestamp(3) with time zone,
	"closed_at" timestamp(3) with time zone,
	"closed_by" text,
	"note" text,
	"agreed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "disputes_closed" CHECK ((state = 'OPEN') = (closed_at IS NULL))
);
--> statement-breakpoint
CREATE TABLE "exam_charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"exam_id" uuid NOT NULL,
	"question" text NOT NULL,
	"told" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exam_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"exam_id" uuid NOT NULL,
	"question" text NOT NULL,
	"order_hash" text NOT NULL,
	"key_hash" text,
	"charge_id" uuid,
	"status" integer,
	"milliseconds" integer,
	"followed_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"kind" text DEFAULT 'events' NOT NULL,
	"url" text NOT NULL,
	"state_url" text,
	"state" text DEFAULT 'RUNNING' NOT NULL,
	"grades" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "list_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"filters" jsonb NOT NULL,
	"language" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"failure" text,
	"folder" text NOT NULL,
	"parts" text[] DEFAULT '{}'::text[] NOT NULL,
	"reached" jsonb,
	"row_count" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"start_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"charge_id" uuid,
	"access_link_id" uuid,
	"audit_id" uuid,
	"payment_id" uuid,
	"address" text,
	"kind" text NOT NULL,
	"recipient" text,
	"page_id" uuid,
	"amount" bigint DEFAULT 0 NOT NULL,
	"refunded_until_then" bigint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"start_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp(3) with time zone,
	CONSTRAINT "mails_once" UNIQUE NULLS NOT DISTINCT("charge_id","access_link_id","audit_id","kind","payment_id","refunded_until_then"),
	CONSTRAINT "mails_about" CHECK (num_nonnulls(charge_id, access_link_id, audit_id) = 1 OR charge_id IS NOT NULL AND access_link_id IS NULL)
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"user_id" text NOT NULL,
	"platform_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_user_id_platform_id_pk" PRIMARY KEY("user_id","platform_id")
);
--> statement-breakpoint
CREATE TABLE "chosen_addresses" (
	"slug" text PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"name" text NOT NULL,
	"price" bigint NOT NULL,
	"payment_methods" text[] NOT NULL,
	"max_installments" integer,
	"enabled" boolean DEFAULT true NOT NULL,
	"slug" text NOT NULL,
	"created_by_user" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"offer_id" uuid,
	"amount" bigint,
	"title" text,
	"payment_methods" text[],
	"expires_at" timestamp(3) with time zone,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"slug" text NOT NULL,
	"created_by_user" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_links_what" CHECK (("payment_links"."offer_id" IS NULL) <> ("payment_links"."amount" IS NULL)),
	CONSTRAINT "payment_links_uses" CHECK ("payment_links"."uses" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid NOT NULL,
	"attempt" integer,
	"provider_account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"transaction_id" text NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"amount" bigint NOT NULL,
	"paid_at" timestamp(3) with time zone,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"returned_seen" bigint DEFAULT 0 NOT NULL,
	"shown" boolean DEFAULT false NOT NULL,
	"voided_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_papers" (
	"platform_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"added_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_papers_platform_id_user_id_name_pk" PRIMARY KEY("platform_id","user_id","name"),
	CONSTRAINT "person_papers_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "platforms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"live_id" uuid,
	"name" text NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"cert_cash_in_url" text,
	"cert_cash_out_url" text,
	"default_receiver_id" text,
	"brand_color" text,
	"logo_url" text,
	"support_email" text,
	"support_phone" text,
	"installment_fees" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"max_installments_without_interest" integer DEFAULT 1 NOT NULL,
	"min_installment_value" bigint DEFAULT 0 NOT NULL,
	"max_unproved_amount" bigint DEFAULT 50000 NOT NULL,
	"double_payments" text DEFAULT 'ask' NOT NULL,
	"late_payments" text DEFAULT 'ask' NOT NULL,
	"approval_above" bigint,
	"approval_hours" integer DEFAULT 72 NOT NULL,
	"second_factor_required" boolean DEFAULT false NOT NULL,
	"sealed_private_key" text,
	"sealed_webhook_secret" text NOT NULL,
	"sealed_previous_webhook_secret" text,
	"webhook_secret_rotated_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "platforms_twin" CHECK (CASE WHEN "platforms"."live_id" IS NULL THEN substr("platforms"."id"::text, 15, 1) <> '8'
        ELSE "platforms"."id"::text = overlay("platforms"."live_id"::text PLACING '8' FROM 15) AND "platforms"."id" <> "platforms"."live_id" END)
);
--> statement-breakpoint
CREATE TABLE "provider_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"name" text NOT NULL,
	"base_url" text,
	"sealed_secrets" text NOT NULL,
	"keys_version" integer DEFAULT 1 NOT NULL,
	"webhook_token_hash" text NOT NULL,
	"priority" integer DEFAULT 100 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"test_outcome" text,
	"test_message" text,
	"test_setting" text,
	"tested_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	CONSTRAINT "provider_accounts_test_address" CHECK (substr("provider_accounts"."platform_id"::text, 15, 1) <> '8' OR "provider_accounts"."base_url" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"image_url" text,
	"tangible" boolean DEFAULT false NOT NULL,
	"created_by_user" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_balances" (
	"provider_account_id" uuid PRIMARY KEY NOT NULL,
	"available" bigint,
	"pending" bigint,
	"read_at" timestamp(3) with time zone,
	"asked_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "account_readers" (
	"provider_account_id" uuid PRIMARY KEY NOT NULL,
	"per_second" double precision DEFAULT 20 NOT NULL,
	"concurrency" integer DEFAULT 8 NOT NULL,
	"resume_at" timestamp(3) with time zone,
	"paced_at" timestamp(3) with time zone,
	"seen_at" timestamp(3) with time zone,
	"woken_at" timestamp(3) with time zone,
	"paused_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "readings" (
	"kind" text NOT NULL,
	"id" uuid NOT NULL,
	"provider_account_id" uuid NOT NULL,
	"settled" boolean DEFAULT false NOT NULL,
	"since" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"can_wait" boolean GENERATED ALWAYS AS (kind = 'void' OR kind = 'receiver' AND settled) STORED NOT NULL,
	"next_read_at" timestamp(3) with time zone DEFAULT now() + interval '5000 milliseconds',
	"reads" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"lease_until" timestamp(3) with time zone,
	"told_at" timestamp(3) with time zone,
	CONSTRAINT "readings_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "receiver_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receiver_id" uuid NOT NULL,
	"key" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"from" text,
	"to" text,
	"cause" text NOT NULL,
	"provider" text,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "receivers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"provider_account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"attention_reasons" text[] DEFAULT '{}'::text[] NOT NULL,
	"attention" text GENERATED ALWAYS AS (CASE WHEN 'unknownOutcome' = ANY (attention_reasons) THEN 'unknownOutcome' WHEN 'providerUnreachable' = ANY (attention_reasons) THEN 'providerUnreachable' WHEN 'workflowLost' = ANY (attention_reasons) THEN 'workflowLost' WHEN 'workflowStuck' = ANY (attention_reasons) THEN 'workflowStuck' WHEN 'unmappedStatus' = ANY (attention_reasons) THEN 'unmappedStatus' END) STORED,
	"attention_since" timestamp(3) with time zone,
	"receiver_id" text,
	"sealed_receiver_token" text,
	"name" text NOT NULL,
	"document" text NOT NULL,
	"document_type" text NOT NULL,
	"email" text NOT NULL,
	"description" text,
	"user_id" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"address" jsonb NOT NULL,
	"bank_account" jsonb NOT NULL,
	"provider_data" jsonb,
	"documents" jsonb,
	"balance" bigint,
	"creation" text DEFAULT 'created' NOT NULL,
	"claimed_by" text,
	"sealed_journal" text,
	"exchange" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failure_message" text,
	"workflow_run_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reconciliation_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"provider_account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"source" text DEFAULT 'statement' NOT NULL,
	"charge_id" uuid,
	"disbursement_id" uuid,
	"transaction_id" text NOT NULL,
	"ours" jsonb,
	"theirs" jsonb,
	"found_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"said_at" timestamp(3) with time zone,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp(3) with time zone,
	"resolved_by" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "reconciliation_summaries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"day" text NOT NULL,
	"compared" integer,
	"found" integer NOT NULL,
	"resolved" integer NOT NULL,
	"open" integer NOT NULL,
	"amounts" jsonb NOT NULL,
	"accounts" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_columns" (
	"provider_account_id" uuid PRIMARY KEY NOT NULL,
	"columns" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_account_id" uuid NOT NULL,
	"statement_id" uuid NOT NULL,
	"transaction_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint,
	"status" text,
	"at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"provider_account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"rows" integer NOT NULL,
	"ignored" integer NOT NULL,
	"matched" integer NOT NULL,
	"items" integer NOT NULL,
	"amount" bigint NOT NULL,
	"fees" bigint NOT NULL,
	"imported_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"ip" text,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"platform_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"resource_id" uuid NOT NULL,
	"response_status" integer,
	"response_body" jsonb,
	"response_location" text,
	"locked_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_platform_id_key_pk" PRIMARY KEY("platform_id","key")
);
--> statement-breakpoint
CREATE TABLE "retention_progress" (
	"name" text PRIMARY KEY NOT NULL,
	"reached" text
);
--> statement-breakpoint
CREATE TABLE "routing_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid,
	"disbursement_id" uuid,
	"rule_id" uuid,
	"candidates" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "routing_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"when" jsonb NOT NULL,
	"strategy" text NOT NULL,
	"accounts" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"platform_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"word" text COLLATE "C" NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "search_words_platform_id_kind_word_id_pk" PRIMARY KEY("platform_id","kind","word","id")
);
--> statement-breakpoint
CREATE TABLE "pending_sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"codes_tried" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "pending_sign_ins_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"factor_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"started_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp(3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"last_wrong_at" timestamp(3) with time zone,
	CONSTRAINT "second_factors_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "security_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"card_id" uuid NOT NULL,
	"charge_id" uuid,
	"sealed_code" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform_uploads" (
	"platform_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seller_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"type" text NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"snapshot" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"endpoint_id" uuid,
	"charge_id" uuid,
	"url" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"resends" integer DEFAULT 0 NOT NULL,
	"start_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_status" integer,
	"last_error" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"url" text NOT NULL,
	"delivered" boolean NOT NULL,
	"status" integer,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"sealed_secret" text NOT NULL,
	"sealed_previous_secret" text,
	"rotated_at" timestamp(3) with time zone,
	"failing_since" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"provider_account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"received_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"body_hash" text NOT NULL,
	"headers" jsonb NOT NULL,
	"query" jsonb NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"verified" text NOT NULL,
	"type" text,
	"transaction_id" text,
	"reference" text,
	"status" text,
	"raw_status" text,
	"detail" text,
	"charge_id" uuid,
	"withdrawal_id" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"replays" integer DEFAULT 0 NOT NULL,
	"confirmed_replay" integer,
	"next_attempt_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp(3) with time zone,
	"body_forgotten_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "access_links" ADD CONSTRAINT "access_links_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_links" ADD CONSTRAINT "access_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_links" ADD CONSTRAINT "access_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_times" ADD CONSTRAINT "approval_times_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_figures" ADD CONSTRAINT "charge_figures_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unpaid_figures" ADD CONSTRAINT "unpaid_figures_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_events" ADD CONSTRAINT "charge_events_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_payment_link_id_payment_links_id_fk" FOREIGN KEY ("payment_link_id") REFERENCES "public"."payment_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_checkout_order_id_checkout_orders_id_fk" FOREIGN KEY ("checkout_order_id") REFERENCES "public"."checkout_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_orders" ADD CONSTRAINT "checkout_orders_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_orders" ADD CONSTRAINT "checkout_orders_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_orders" ADD CONSTRAINT "checkout_orders_link_id_payment_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."payment_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disbursement_attempts" ADD CONSTRAINT "disbursement_attempts_disbursement_id_disbursements_id_fk" FOREIGN KEY ("disbursement_id") REFERENCES "public"."disbursements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disbursement_attempts" ADD CONSTRAINT "disbursement_attempts_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disbursement_events" ADD CONSTRAINT "disbursement_events_disbursement_id_disbursements_id_fk" FOREIGN KEY ("disbursement_id") REFERENCES "public"."disbursements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disbursements" ADD CONSTRAINT "disbursements_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disbursements" ADD CONSTRAINT "disbursements_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disbursements" ADD CONSTRAINT "disbursements_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disbursements" ADD CONSTRAINT "disbursements_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disbursements" ADD CONSTRAINT "disbursements_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disbursements" ADD CONSTRAINT "disbursements_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_charges" ADD CONSTRAINT "exam_charges_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_requests" ADD CONSTRAINT "exam_requests_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_exports" ADD CONSTRAINT "list_exports_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_access_link_id_access_links_id_fk" FOREIGN KEY ("access_link_id") REFERENCES "public"."access_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_audit_id_audit_log_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit_log"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chosen_addresses" ADD CONSTRAINT "chosen_addresses_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_papers" ADD CONSTRAINT "person_papers_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_papers" ADD CONSTRAINT "person_papers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platforms" ADD CONSTRAINT "platforms_live_id_platforms_id_fk" FOREIGN KEY ("live_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD CONSTRAINT "provider_accounts_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_balances" ADD CONSTRAINT "account_balances_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_readers" ADD CONSTRAINT "account_readers_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receiver_events" ADD CONSTRAINT "receiver_events_receiver_id_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivers" ADD CONSTRAINT "receivers_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivers" ADD CONSTRAINT "receivers_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_items" ADD CONSTRAINT "reconciliation_items_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_items" ADD CONSTRAINT "reconciliation_items_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_items" ADD CONSTRAINT "reconciliation_items_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_items" ADD CONSTRAINT "reconciliation_items_disbursement_id_disbursements_id_fk" FOREIGN KEY ("disbursement_id") REFERENCES "public"."disbursements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_summaries" ADD CONSTRAINT "reconciliation_summaries_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_columns" ADD CONSTRAINT "statement_columns_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "routing_decisions" ADD CONSTRAINT "routing_decisions_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "routing_decisions" ADD CONSTRAINT "routing_decisions_disbursement_id_disbursements_id_fk" FOREIGN KEY ("disbursement_id") REFERENCES "public"."disbursements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "routing_rules" ADD CONSTRAINT "routing_rules_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_factor_id_second_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."second_factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_codes" ADD CONSTRAINT "security_codes_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_codes" ADD CONSTRAINT "security_codes_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_uploads" ADD CONSTRAINT "platform_uploads_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_events" ADD CONSTRAINT "seller_events_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_seller_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."seller_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery_attempts" ADD CONSTRAINT "webhook_delivery_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_withdrawal_id_disbursements_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."disbursements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_links_platform" ON "access_links" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "access_links_user" ON "access_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "access_links_expired" ON "access_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_platform" ON "api_keys" USING btree ("platform_id");--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email") WHERE "users"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "cards_by_use" ON "cards" USING btree ("last_used_at") WHERE sealed_token <> '';--> statement-breakpoint
CREATE INDEX "cards_by_expiry" ON "cards" USING btree ("expires_at") WHERE sealed_token <> '';--> statement-breakpoint
CREATE INDEX "cards_list" ON "cards" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE checkout_order_id IS NULL;--> statement-breakpoint
CREATE INDEX "cards_of_buyers" ON "cards" USING btree ("last_used_at") WHERE checkout_order_id IS NOT NULL AND sealed_token <> '';--> statement-breakpoint
CREATE INDEX "refused_cards_by_address" ON "refused_cards" USING btree ("address","at");--> statement-breakpoint
CREATE INDEX "refused_cards_by_page" ON "refused_cards" USING btree ("slug","at");--> statement-breakpoint
CREATE INDEX "refused_cards_by_age" ON "refused_cards" USING btree ("at");--> statement-breakpoint
CREATE INDEX "approval_times_apart" ON "approval_times" USING btree ("day") WHERE writer <> 0;--> statement-breakpoint
CREATE INDEX "charge_figures_apart" ON "charge_figures" USING btree ("day") WHERE writer <> 0;--> statement-breakpoint
CREATE INDEX "unpaid_figures_apart" ON "unpaid_figures" USING btree ("day") WHERE writer <> 0;--> statement-breakpoint
CREATE UNIQUE INDEX "charge_attempts_number" ON "charge_attempts" USING btree ("charge_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "charge_attempts_by_transaction" ON "charge_attempts" USING btree ("provider_account_id","transaction_id");--> statement-breakpoint
CREATE INDEX "charge_attempts_lately" ON "charge_attempts" USING btree ("provider_account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "charge_attempts_created_once" ON "charge_attempts" USING btree ("charge_id") WHERE outcome = 'created';--> statement-breakpoint
CREATE UNIQUE INDEX "charge_events_key" ON "charge_events" USING btree ("charge_id","key");--> statement-breakpoint
CREATE INDEX "charge_events_timeline" ON "charge_events" USING btree ("charge_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_checkout_token" ON "charges" USING btree ("checkout_token");--> statement-breakpoint
CREATE INDEX "charges_needing_attention" ON "charges" USING btree ("platform_id","attention_since","id") WHERE attention IS NOT NULL;--> statement-breakpoint
CREATE INDEX "charges_list" ON "charges" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "charges_paid" ON "charges" USING btree ("platform_id","paid_at" DESC NULLS LAST,"id" DESC NULLS LAST,"created_at") WHERE paid_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "charges_paid_facets" ON "charges" USING btree ("platform_id",coalesce("provider", ''),coalesce("ending", "status"),"payment_method",("attention" IS NOT NULL),("paid_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST,"created_at") WHERE paid_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "charges_facets" ON "charges" USING btree ("platform_id",coalesce("provider", ''),coalesce("ending", "status"),"payment_method",("attention" IS NOT NULL),("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "charges_by_order" ON "charges" USING btree ("platform_id","order_id",("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "charges_by_customer" ON "charges" USING btree ("platform_id","customer_id",("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST,"currency","paid_at","amount","paid_amount","refunded_amount","checkout_order_id");--> statement-breakpoint
CREATE INDEX "charges_by_offer" ON "charges" USING btree ("platform_id","offer_id",("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST,"currency","paid_at","amount","paid_amount") WHERE offer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "charges_by_link" ON "charges" USING btree ("platform_id","payment_link_id",("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST,"currency","paid_at","amount","paid_amount") WHERE payment_link_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "charges_refunded" ON "charges" USING btree ("platform_id",("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST) WHERE (refunded_amount > 0);--> statement-breakpoint
CREATE INDEX "charges_unpaid" ON "charges" USING btree ("platform_id",coalesce(CASE WHEN ending <> 'refused' THEN ending ELSE refusal END, 'other'),("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status IN ('REJECTED');--> statement-breakpoint
CREATE INDEX "charges_foreign" ON "charges" USING btree ("platform_id","currency",("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST) WHERE (currency <> 'BRL');--> statement-breakpoint
CREATE INDEX "charges_age" ON "charges" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "charges_unsettled" ON "charges" USING btree ("created_at") WHERE status IN ('PENDING');--> statement-breakpoint
CREATE INDEX "charges_of_orders" ON "charges" USING btree ("checkout_order_id") WHERE checkout_order_id IS NOT NULL AND status IN ('PENDING');--> statement-breakpoint
CREATE INDEX "charges_by_checkout_order" ON "charges" USING btree ("checkout_order_id") WHERE checkout_order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "charges_by_transaction" ON "charges" USING btree ("provider_account_id","transaction_id");--> statement-breakpoint
CREATE INDEX "checkout_orders_by_link" ON "checkout_orders" USING btree ("link_id","address");--> statement-breakpoint
CREATE INDEX "checkout_orders_by_offer" ON "checkout_orders" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "checkout_orders_holding" ON "checkout_orders" USING btree ("link_id","holds_until") WHERE holds_use AND paid_charge_id IS NULL;--> statement-breakpoint
CREATE INDEX "checkout_orders_with_address" ON "checkout_orders" USING btree ("created_at") WHERE address IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_identity" ON "customers" USING btree ("platform_id","identity");--> statement-breakpoint
CREATE INDEX "customers_list" ON "customers" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "disbursement_attempts_number" ON "disbursement_attempts" USING btree ("disbursement_id","number");--> statement-breakpoint
CREATE INDEX "disbursement_attempts_by_reference" ON "disbursement_attempts" USING btree ("provider_account_id","reference");--> statement-breakpoint
CREATE INDEX "disbursement_attempts_lately" ON "disbursement_attempts" USING btree ("provider_account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "disbursement_attempts_unanswered" ON "disbursement_attempts" USING btree ("provider_account_id","created_at" DESC NULLS LAST) WHERE external_id IS NULL AND state <> 'created' AND outcome IS DISTINCT FROM 'refused';--> statement-breakpoint
CREATE UNIQUE INDEX "disbursement_attempts_paid_once" ON "disbursement_attempts" USING btree ("disbursement_id") WHERE state = 'sending' OR outcome = 'created';--> statement-breakpoint
CREATE UNIQUE INDEX "disbursement_events_key" ON "disbursement_events" USING btree ("disbursement_id","key");--> statement-breakpoint
CREATE INDEX "disbursement_events_timeline" ON "disbursement_events" USING btree ("disbursement_id","at","id");--> statement-breakpoint
CREATE INDEX "disbursements_needing_attention" ON "disbursements" USING btree ("platform_id","attention_since","id") WHERE attention IS NOT NULL;--> statement-breakpoint
CREATE INDEX "disbursements_list" ON "disbursements" USING btree ("platform_id","kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "disbursements_facets" ON "disbursements" USING btree ("platform_id","kind",coalesce("provider", ''),"status",coalesce("method", "charge_method", ''),("attention" IS NOT NULL),("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "disbursements_by_charge" ON "disbursements" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "disbursements_by_payment" ON "disbursements" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "disbursements_by_reference" ON "disbursements" USING btree ("platform_id","reference") WHERE kind = 'withdrawal';--> statement-breakpoint
CREATE UNIQUE INDEX "disbursements_by_external_id" ON "disbursements" USING btree ("provider_account_id","kind","external_id");--> statement-breakpoint
CREATE INDEX "disbursements_age" ON "disbursements" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "disbursements_pending" ON "disbursements" USING btree ("created_at") WHERE status IN ('PENDING');--> statement-breakpoint
CREATE UNIQUE INDEX "dispute_evidence_once" ON "dispute_evidence" USING btree ("dispute_id","key");--> statement-breakpoint
CREATE INDEX "dispute_evidence_by_key" ON "dispute_evidence" USING btree ("key");--> statement-breakpoint
CREATE INDEX "disputes_list" ON "disputes" USING btree ("platform_id","opened_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "disputes_facets" ON "disputes" USING btree ("platform_id",coalesce("provider", ''),"state","kind",("opened_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "disputes_by_charge" ON "disputes" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "disputes_due" ON "disputes" USING btree ("due_at") WHERE state = 'OPEN';--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_open_once" ON "disputes" USING btree ("charge_id",coalesce(transaction_id, '')) WHERE state = 'OPEN';--> statement-breakpoint
CREATE INDEX "exam_requests_of_exam" ON "exam_requests" USING btree ("exam_id","created_at");--> statement-breakpoint
CREATE INDEX "exam_requests_by_charge" ON "exam_requests" USING btree ("charge_id") WHERE charge_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "exams_list" ON "exams" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "exams_one_at_a_time" ON "exams" USING btree ("platform_id") WHERE state = 'RUNNING';--> statement-breakpoint
CREATE INDEX "list_exports_list" ON "list_exports" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "list_exports_under_way" ON "list_exports" USING btree ("start_at") WHERE state IN ('WAITING', 'WRITING');--> statement-breakpoint
CREATE INDEX "list_exports_of_platform_under_way" ON "list_exports" USING btree ("platform_id") WHERE state IN ('WAITING', 'WRITING');--> statement-breakpoint
CREATE INDEX "list_exports_expiry" ON "list_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails_of_links" ON "mails" USING btree ("access_link_id") WHERE access_link_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_list" ON "mails" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_to_recipient" ON "mails" USING btree ("recipient","created_at") WHERE recipient IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_from_page" ON "mails" USING btree ("page_id","created_at") WHERE page_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_from_pages" ON "mails" USING btree ("platform_id","created_at") WHERE page_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_pending" ON "mails" USING btree ("platform_id","start_at","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "memberships_of_platform" ON "memberships" USING btree ("platform_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "chosen_addresses_chosen" ON "chosen_addresses" USING btree ("platform_id") WHERE left(slug, 1) <> '_';--> statement-breakpoint
CREATE UNIQUE INDEX "offers_slug" ON "offers" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "offers_list" ON "offers" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "offers_by_product" ON "offers" USING btree ("product_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_slug" ON "payment_links" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "payment_links_list" ON "payment_links" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_links_by_offer" ON "payment_links" USING btree ("offer_id") WHERE "payment_links"."offer_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_by_transaction" ON "payments" USING btree ("provider_account_id","transaction_id");--> statement-breakpoint
CREATE INDEX "payments_by_charge" ON "payments" USING btree ("charge_id");--> statement-breakpoint
CREATE UNIQUE INDEX "platforms_demo" ON "platforms" USING btree ("is_demo") WHERE is_demo;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_accounts_webhook_token" ON "provider_accounts" USING btree ("webhook_token_hash");--> statement-breakpoint
CREATE INDEX "provider_accounts_platform" ON "provider_accounts" USING btree ("platform_id","priority");--> statement-breakpoint
CREATE INDEX "products_list" ON "products" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "readings_due" ON "readings" USING btree ("provider_account_id","next_read_at");--> statement-breakpoint
CREATE INDEX "readings_turns" ON "readings" USING btree ("provider_account_id","can_wait","next_read_at");--> statement-breakpoint
CREATE INDEX "readings_told" ON "readings" USING btree ("told_at") WHERE told_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "receiver_events_key" ON "receiver_events" USING btree ("receiver_id","key");--> statement-breakpoint
CREATE INDEX "receiver_events_timeline" ON "receiver_events" USING btree ("receiver_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "receivers_by_receiver_id" ON "receivers" USING btree ("provider_account_id","receiver_id");--> statement-breakpoint
CREATE INDEX "receivers_list" ON "receivers" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "receivers_facets" ON "receivers" USING btree ("platform_id","provider","status",("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "receivers_needing_attention" ON "receivers" USING btree ("platform_id","attention_since","id") WHERE attention IS NOT NULL;--> statement-breakpoint
CREATE INDEX "receivers_age" ON "receivers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "receivers_pending" ON "receivers" USING btree ("created_at") WHERE status IN ('PENDING');--> statement-breakpoint
CREATE INDEX "reconciliation_items_list" ON "reconciliation_items" USING btree ("platform_id","found_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reconciliation_items_open" ON "reconciliation_items" USING btree ("platform_id","found_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "reconciliation_items_facets" ON "reconciliation_items" USING btree ("platform_id",("provider_account_id"::text),"kind","state",("found_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reconciliation_items_by_transaction" ON "reconciliation_items" USING btree ("provider_account_id","transaction_id");--> statement-breakpoint
CREATE INDEX "reconciliation_items_by_charge" ON "reconciliation_items" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "reconciliation_items_by_disbursement" ON "reconciliation_items" USING btree ("disbursement_id") WHERE "reconciliation_items"."disbursement_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_items_open_once" ON "reconciliation_items" USING btree ("provider_account_id","kind","transaction_id") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_summaries_once" ON "reconciliation_summaries" USING btree ("platform_id","day");--> statement-breakpoint
CREATE INDEX "reconciliation_summaries_list" ON "reconciliation_summaries" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_once" ON "statement_lines" USING btree ("provider_account_id","transaction_id","amount",coalesce(status, ''),coalesce(at, '-infinity'::timestamptz));--> statement-breakpoint
CREATE INDEX "statement_lines_of_statement" ON "statement_lines" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX "statements_list" ON "statements" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_list" ON "audit_log" USING btree ("platform_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_by_actor" ON "audit_log" USING btree ("platform_id","actor","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_by_action" ON "audit_log" USING btree ("platform_id","action","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_by_target" ON "audit_log" USING btree ("platform_id","target","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_of_resource" ON "idempotency_keys" USING btree ("resource_id");--> statement-breakpoint
CREATE UNIQUE INDEX "routing_decisions_charge" ON "routing_decisions" USING btree ("charge_id");--> statement-breakpoint
CREATE UNIQUE INDEX "routing_decisions_disbursement" ON "routing_decisions" USING btree ("disbursement_id");--> statement-breakpoint
CREATE INDEX "routing_rules_order" ON "routing_rules" USING btree ("platform_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name" ON "saved_filters" USING btree ("user_id","platform_id","list","name");--> statement-breakpoint
CREATE INDEX "search_documents_newest" ON "search_documents" USING btree ("platform_id","kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_code" ON "recovery_codes" USING btree ("factor_id","code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "security_codes_charge" ON "security_codes" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "security_codes_card" ON "security_codes" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "security_codes_age" ON "security_codes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "seller_events_sequence" ON "seller_events" USING btree ("subject_id","sequence");--> statement-breakpoint
CREATE INDEX "seller_events_by_age" ON "seller_events" USING btree ("created_at") WHERE snapshot <> '{}';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_list" ON "webhook_deliveries" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_facets" ON "webhook_deliveries" USING btree ("platform_id",coalesce("endpoint_id"::text, ''),"state",("created_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_charge" ON "webhook_deliveries" USING btree ("charge_id") WHERE charge_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("start_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree (coalesce("endpoint_id", "platform_id"),"start_at","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_attempts_list" ON "webhook_delivery_attempts" USING btree ("delivery_id","at","id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_list" ON "webhook_endpoints" USING btree ("platform_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_once" ON "webhook_events" USING btree ("provider_account_id","body_hash");--> statement-breakpoint
CREATE INDEX "webhook_events_list" ON "webhook_events" USING btree ("platform_id","received_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_events_facets" ON "webhook_events" USING btree ("platform_id","provider","state",("received_at" - 'epoch'::timestamptz) DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_events_pending" ON "webhook_events" USING btree ("platform_id","provider_account_id","next_attempt_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_events_by_transaction" ON "webhook_events" USING btree ("provider_account_id","transaction_id");--> statement-breakpoint
CREATE INDEX "webhook_events_by_charge" ON "webhook_events" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "webhook_events_by_withdrawal" ON "webhook_events" USING btree ("withdrawal_id");