CREATE TABLE "refund_notes" (
	"payment_id" uuid NOT NULL,
	"key" text NOT NULL,
	"note" text NOT NULL,
	CONSTRAINT "refund_notes_payment_id_key_pk" PRIMARY KEY("payment_id","key")
);
--> statement-breakpoint
ALTER TABLE "payment_events" DROP CONSTRAINT "payment_events_kind";--> statement-breakpoint
DROP INDEX "payment_events_given_back";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "given_back_kobo" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "given_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refund_notes" ADD CONSTRAINT "refund_notes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_given_back" ON "payments" USING btree ("given_back_at","given_back_kobo") WHERE "payments"."given_back_at" is not null and "payments"."confirmed_at" is not null;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_kind" CHECK ("payment_events"."kind" in ('opened', 'pending', 'abandoned', 'failed', 'succeeded', 'disputed', 'refunded', 'dispute_won', 'dispute_lost', 'mismatch', 'refund_due', 'refund_unclear', 'message', 'note'));--> statement-breakpoint
-- What was given back by now: the most of what the provider told, what the office noted, and what disputes cost.
UPDATE "payments" SET "given_back_kobo" = "back"."kobo", "given_back_at" = "back"."at"
  FROM (
    SELECT "payment"."id", max("event"."at") AS "at", least("payment"."amount_kobo", greatest(
        sum("event"."kobo") FILTER (WHERE "event"."kind" = 'refunded' AND "event"."key" LIKE 'note %'),
        sum("event"."kobo") FILTER (WHERE "event"."kind" = 'refunded' AND "event"."key" NOT LIKE 'note %' AND "event"."key" <> 'reversed'),
        sum("event"."kobo") FILTER (WHERE "event"."kind" = 'dispute_lost'),
        sum("payment"."amount_kobo") FILTER (WHERE "event"."kind" = 'refunded' AND "event"."key" = 'reversed')
      )) AS "kobo"
    FROM "payments" AS "payment"
      JOIN (
        SELECT "payment_id", "kind", "key", "at", coalesce("amount_kobo", 2000000000)::bigint AS "kobo"
        FROM "payment_events" WHERE "kind" IN ('refunded', 'dispute_lost')
      ) AS "event" ON "event"."payment_id" = "payment"."id"
    GROUP BY "payment"."id"
  ) AS "back"
  WHERE "payments"."id" = "back"."id" AND "back"."kobo" > 0;--> statement-breakpoint
-- One refund that was noted and told had counted twice: it ended payments of which half was given back.
UPDATE "payments" SET "state" = CASE WHEN EXISTS (
      SELECT FROM "payment_events" AS "opened" WHERE "opened"."payment_id" = "payments"."id" AND "opened"."kind" = 'disputed'
        AND NOT EXISTS (SELECT FROM "payment_events" AS "won" WHERE "won"."payment_id" = "payments"."id"
          AND "won"."kind" = 'dispute_won' AND "won"."key" = "opened"."key")
    ) THEN 'disputed' ELSE 'succeeded' END
  WHERE "state" = 'refunded' AND "confirmed_at" IS NOT NULL AND "given_back_kobo" < "amount_kobo"
    AND NOT EXISTS (SELECT FROM "payment_events" AS "lost" WHERE "lost"."payment_id" = "payments"."id" AND "lost"."kind" = 'dispute_lost');--> statement-breakpoint
UPDATE "payments" SET "attention" = 'disputed' WHERE "state" = 'disputed' AND "attention" IS NULL;--> statement-breakpoint
-- A lost dispute ends a payment, whatever it cost.
UPDATE "payments" SET "state" = 'refunded', "attention" = NULL, "next_ask_at" = NULL
  WHERE EXISTS (SELECT FROM "payment_events" AS "lost" WHERE "lost"."payment_id" = "payments"."id" AND "lost"."kind" = 'dispute_lost');--> statement-breakpoint
-- What was paid is asked about again, for a refund whose message was lost.
UPDATE "payments" SET "next_ask_at" = (
    SELECT min(least("paid_at", "confirmed_at") + "days" * interval '1 day')
    FROM unnest(ARRAY[1, 3, 7, 14, 30, 60, 90]) AS "days"
    WHERE least("paid_at", "confirmed_at") + "days" * interval '1 day' > now()
  )
  WHERE "confirmed_at" IS NOT NULL AND "state" <> 'refunded';--> statement-breakpoint
-- The words of the office move to where an erased account takes them along.
ALTER TABLE "payment_events" DISABLE TRIGGER payment_events_append_only;--> statement-breakpoint
INSERT INTO "refund_notes" ("payment_id", "key", "note")
  SELECT "event"."payment_id", "event"."key", "event"."details" ->> 'note'
  FROM "payment_events" AS "event"
    JOIN "payments" AS "payment" ON "payment"."id" = "event"."payment_id"
    JOIN "students" AS "student" ON "student"."id" = "payment"."student_id"
  WHERE "event"."details" ->> 'note' IS NOT NULL AND "student"."erased_at" IS NULL;--> statement-breakpoint
UPDATE "payment_events" SET "details" = ("details" - 'note') || '{"hasNote": true}'::jsonb WHERE "details" ? 'note';--> statement-breakpoint
ALTER TABLE "payment_events" ENABLE TRIGGER payment_events_append_only;
