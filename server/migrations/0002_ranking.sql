DROP INDEX "attempts_once";--> statement-breakpoint
ALTER TABLE "standing_changes" ADD COLUMN "stood" boolean;--> statement-breakpoint
ALTER TABLE "standing_changes" ADD COLUMN "stands" boolean;--> statement-breakpoint
-- Lines written before these columns existed: only first answers made a standing; who has left gets a line below.
ALTER TABLE "standing_changes" DISABLE TRIGGER standing_changes_append_only;--> statement-breakpoint
UPDATE "standing_changes" SET "stood" = "reason" <> 'first-answer', "stands" = true;--> statement-breakpoint
ALTER TABLE "standing_changes" ENABLE TRIGGER standing_changes_append_only;--> statement-breakpoint
ALTER TABLE "standing_changes" ALTER COLUMN "stood" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "standing_changes" ALTER COLUMN "stands" SET NOT NULL;--> statement-breakpoint
INSERT INTO "standing_changes" ("standing_id", "age_category", "delta", "score_after", "stood", "stands", "reason", "at")
  SELECT "id", "age_category", 0, "score", true, false, 'left-category', now() FROM "standings" WHERE NOT "stands";--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "reset_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_once" ON "attempts" USING btree ("student_id","video_id","age_category") WHERE "attempts"."reset_at" is null;
