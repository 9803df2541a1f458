CREATE TABLE "daily_video_figures" (
	"day" date NOT NULL,
	"figure" text NOT NULL,
	"video_id" uuid NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "daily_video_figures_day_figure_video_id_pk" PRIMARY KEY("day","figure","video_id")
);
--> statement-breakpoint
ALTER TABLE "daily_video_figures" ADD CONSTRAINT "daily_video_figures_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "students_verified" ON "students" USING btree ("verified_at") WHERE "students"."verified_at" is not null;--> statement-breakpoint
CREATE INDEX "attempts_locked" ON "attempts" USING btree ("locked_at") WHERE "attempts"."locked_at" is not null;--> statement-breakpoint
CREATE INDEX "watches_watched" ON "watches" USING btree ("watched_at") WHERE "watches"."watched_at" is not null;