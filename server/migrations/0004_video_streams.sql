ALTER TABLE "videos" ADD COLUMN "plays" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- So far a film was ready exactly if browsers play it as it came.
UPDATE "videos" SET "plays" = "state" = 'ready';--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "stream" jsonb;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "progress" integer;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "story" text DEFAULT '' NOT NULL;
