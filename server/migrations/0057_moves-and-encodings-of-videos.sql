ALTER TABLE "videos" ADD COLUMN "last_move" uuid;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "encoding" uuid;