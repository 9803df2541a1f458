CREATE TABLE "board_weeks" (
	"monday" date NOT NULL,
	"age_category" text NOT NULL,
	"counts" jsonb NOT NULL,
	CONSTRAINT "board_weeks_monday_age_category_pk" PRIMARY KEY("monday","age_category"),
	CONSTRAINT "board_weeks_category" CHECK ("board_weeks"."age_category" in ('5-10', '11-20'))
);
--> statement-breakpoint
CREATE TABLE "streak_pauses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"set_by" text NOT NULL,
	"admin_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "streak_pauses_days" CHECK ("streak_pauses"."last_day" - "streak_pauses"."first_day" between 0 and 59),
	CONSTRAINT "streak_pauses_admin" CHECK (("streak_pauses"."set_by" = 'admin') = ("streak_pauses"."admin_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "hides_movement" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "rank_before" integer;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "score_before" integer;--> statement-breakpoint
ALTER TABLE "streak_pauses" ADD CONSTRAINT "streak_pauses_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streak_pauses" ADD CONSTRAINT "streak_pauses_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "streak_pauses_student" ON "streak_pauses" USING btree ("student_id","first_day");