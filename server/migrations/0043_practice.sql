CREATE TABLE "practice_answers" (
	"student_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"day" date NOT NULL,
	"video_id" uuid NOT NULL,
	"age_category" text NOT NULL,
	"is_correct" boolean NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "practice_answers_student_id_day_question_id_pk" PRIMARY KEY("student_id","day","question_id"),
	CONSTRAINT "practice_answers_category" CHECK ("practice_answers"."age_category" in ('5-10', '11-20'))
);
--> statement-breakpoint
ALTER TABLE "practice_answers" ADD CONSTRAINT "practice_answers_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_answers" ADD CONSTRAINT "practice_answers_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "practice_answers_quiz" ON "practice_answers" USING btree ("video_id","age_category");