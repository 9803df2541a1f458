CREATE TABLE "payment_comparisons" (
	"day" date PRIMARY KEY NOT NULL,
	"our_count" integer NOT NULL,
	"our_kobo" bigint NOT NULL,
	"their_count" integer NOT NULL,
	"their_kobo" bigint NOT NULL,
	"differences" jsonb NOT NULL,
	"is_reported" boolean NOT NULL,
	"compared_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"payment_id" uuid,
	"reference" text NOT NULL,
	"kind" text NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"amount_kobo" integer,
	"details" jsonb NOT NULL,
	"admin_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_events_kind" CHECK ("payment_events"."kind" in ('opened', 'pending', 'abandoned', 'failed', 'succeeded', 'disputed', 'refunded', 'dispute_won', 'dispute_lost', 'mismatch', 'refund_due', 'message', 'note')),
	CONSTRAINT "payment_events_source" CHECK ("payment_events"."source" in ('student', 'parent', 'verify', 'webhook', 'reconcile', 'compare', 'admin', 'us'))
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_state";--> statement-breakpoint
DROP INDEX "payments_student";--> statement-breakpoint
DROP INDEX "payments_paid";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "currency" text DEFAULT 'NGN' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "opened_by" text DEFAULT 'student' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "method" text DEFAULT 'checkout' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payer_email" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "access_code" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "authorization_url" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "attention" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "paid_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "channel" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "next_ask_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_once" ON "payment_events" USING btree ("reference","kind","key");--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id","seq");--> statement-breakpoint
CREATE INDEX "payment_events_at" ON "payment_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("student_id") WHERE "payments"."state" in ('succeeded', 'disputed') and "payments"."confirmed_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_next_ask" ON "payments" USING btree ("next_ask_at") WHERE "payments"."next_ask_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_attention" ON "payments" USING btree ("opened_at") WHERE "payments"."attention" is not null;--> statement-breakpoint
CREATE INDEX "payments_opened" ON "payments" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "payments_paid_at" ON "payments" USING btree ("paid_at") WHERE "payments"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_student" ON "payments" USING btree ("student_id","opened_at");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_amount" CHECK ("payments"."amount_kobo" > 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_state" CHECK ("payments"."state" in ('opened', 'pending', 'abandoned', 'failed', 'succeeded', 'disputed', 'refunded'));--> statement-breakpoint
-- What was written before there was a ledger gets its events, so that every state can be told from them.
INSERT INTO "payment_events" ("payment_id", "reference", "kind", "source", "amount_kobo", "details", "at")
  SELECT "id", "reference", 'opened', 'student', "amount_kobo", '{}'::jsonb, "opened_at" FROM "payments"
  UNION ALL
  SELECT "id", "reference", "state", 'verify', "amount_kobo", '{}'::jsonb, coalesce("confirmed_at", "opened_at")
  FROM "payments" WHERE "state" <> 'opened';--> statement-breakpoint
UPDATE "payments" SET "confirmed_at" = "opened_at" WHERE "state" = 'succeeded' AND "confirmed_at" IS NULL;--> statement-breakpoint
UPDATE "payments" SET "paid_at" = "confirmed_at" WHERE "state" = 'succeeded';--> statement-breakpoint
CREATE TRIGGER payment_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "payment_events"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
