-- Earlier releases: leave it empty, which means that nobody knows when the answer was tapped.
ALTER TABLE "answers" ADD COLUMN "tapped_at" timestamp (3) with time zone;--> statement-breakpoint
-- Earlier releases: leave it empty, as above.
ALTER TABLE "answers" ADD COLUMN "waited_ms" integer;
