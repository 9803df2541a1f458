CREATE TABLE "former_attempts" (
	"address_hash" text NOT NULL,
	"video_id" uuid NOT NULL,
	"age_category" text NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "former_attempts_address_hash_video_id_age_category_pk" PRIMARY KEY("address_hash","video_id","age_category"),
	CONSTRAINT "former_attempts_category" CHECK ("former_attempts"."age_category" in ('5-10', '11-20'))
);
--> statement-breakpoint
CREATE TABLE "quizzes" (
	"video_id" uuid NOT NULL,
	"age_category" text NOT NULL,
	"asked_count" integer NOT NULL,
	"is_fixed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "quizzes_video_id_age_category_pk" PRIMARY KEY("video_id","age_category"),
	CONSTRAINT "quizzes_category" CHECK ("quizzes"."age_category" in ('5-10', '11-20')),
	CONSTRAINT "quizzes_asked_count" CHECK ("quizzes"."asked_count" between 1 and 50)
);
--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "address_hash" text;--> statement-breakpoint
ALTER TABLE "former_attempts" ADD CONSTRAINT "former_attempts_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_attempts_erased" ON "former_attempts" USING btree ("erased_at");--> statement-breakpoint
CREATE INDEX "students_address_hash" ON "students" USING btree ("address_hash");--> statement-breakpoint
-- Students have taken these quizzes with all their questions, so their number is fixed.
INSERT INTO "quizzes" ("video_id", "age_category", "asked_count", "is_fixed")
SELECT "video_id", "age_category", count(*)::integer, true FROM "questions"
WHERE ("video_id", "age_category") IN
	(SELECT DISTINCT "video_id", "age_category" FROM "attempts" WHERE "reset_at" IS NULL)
GROUP BY "video_id", "age_category";
