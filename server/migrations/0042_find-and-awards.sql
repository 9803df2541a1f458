CREATE TABLE "certificates" (
	"id" text PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"series_id" uuid,
	"series_title" text NOT NULL,
	"values" text[] NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bookmarks" (
	"student_id" uuid NOT NULL,
	"video_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bookmarks_student_id_video_id_pk" PRIMARY KEY("student_id","video_id")
);
--> statement-breakpoint
CREATE TABLE "series" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"title_key" text NOT NULL,
	"description" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "values" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "series_position" integer;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_once" ON "certificates" USING btree ("student_id","series_id");--> statement-breakpoint
CREATE INDEX "certificates_series" ON "certificates" USING btree ("series_id");--> statement-breakpoint
CREATE UNIQUE INDEX "series_title_key" ON "series" USING btree ("title_key");--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "videos_series" ON "videos" USING btree ("series_id");--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_values" CHECK (cardinality("videos"."values") <= 3 and "videos"."values" <@ array['honesty', 'courage', 'kindness', 'respect', 'responsibility', 'patience', 'fairness', 'hard-work', 'gratitude', 'forgiveness', 'self-control', 'friendship']);--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_series" CHECK (num_nulls("videos"."series_id", "videos"."series_position") in (0, 2));