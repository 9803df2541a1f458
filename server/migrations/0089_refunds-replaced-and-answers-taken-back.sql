CREATE INDEX "contact_replies_other_email" ON "contact_replies" USING btree (lower("other_email")) WHERE "contact_replies"."other_email" is not null;--> statement-breakpoint
-- Earlier releases: leave it empty, and open the message when they take an answer back.
ALTER TABLE "contact_replies" ADD COLUMN "before" jsonb;--> statement-breakpoint
-- Earlier releases: leave both empty. They show a refund that was made in another way as failed, until they ask about it: then they
-- store that it needs a bank account, which servers of this release set right.
ALTER TABLE "refunds" ADD COLUMN "replaced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "settled_at" timestamp (3) with time zone;
