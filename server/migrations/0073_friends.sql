CREATE TABLE "challenge_turns" (
	"challenge_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seconds" integer NOT NULL,
	"deadline" timestamp (3) with time zone NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "challenge_turns_challenge_id_student_id_pk" PRIMARY KEY("challenge_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "friend_challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"friendship_id" uuid NOT NULL,
	"made_by" text NOT NULL,
	"video_id" uuid NOT NULL,
	"age_category" text NOT NULL,
	"questions" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "friend_challenges_made_by" CHECK ("friend_challenges"."made_by" in ('low', 'high')),
	CONSTRAINT "friend_challenges_category" CHECK ("friend_challenges"."age_category" in ('5-10', '11-20'))
);
--> statement-breakpoint
CREATE TABLE "friend_codes" (
	"student_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "friend_notifications" (
	"student_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "friend_notifications_student_id_other_id_pk" PRIMARY KEY("student_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "friendships" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"low_id" uuid NOT NULL,
	"high_id" uuid NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"agreed_at" timestamp (3) with time zone,
	CONSTRAINT "friendships_order" CHECK ("friendships"."low_id" < "friendships"."high_id"),
	CONSTRAINT "friendships_requested_by" CHECK ("friendships"."requested_by" in ('low', 'high'))
);
--> statement-breakpoint
ALTER TABLE "challenge_turns" ADD CONSTRAINT "challenge_turns_challenge_id_friend_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."friend_challenges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_turns" ADD CONSTRAINT "challenge_turns_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_challenges" ADD CONSTRAINT "friend_challenges_friendship_id_friendships_id_fk" FOREIGN KEY ("friendship_id") REFERENCES "public"."friendships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_challenges" ADD CONSTRAINT "friend_challenges_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_codes" ADD CONSTRAINT "friend_codes_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_notifications" ADD CONSTRAINT "friend_notifications_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "challenge_turns_student" ON "challenge_turns" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "challenge_turns_open" ON "challenge_turns" USING btree ("deadline") WHERE "challenge_turns"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "friend_challenges_friendship" ON "friend_challenges" USING btree ("friendship_id","created_at");--> statement-breakpoint
CREATE INDEX "friend_challenges_video" ON "friend_challenges" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "friend_challenges_created" ON "friend_challenges" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "friend_codes_code" ON "friend_codes" USING btree ("code");--> statement-breakpoint
CREATE INDEX "friend_notifications_other" ON "friend_notifications" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "friend_notifications_day" ON "friend_notifications" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "friendships_once" ON "friendships" USING btree ("low_id","high_id");--> statement-breakpoint
CREATE INDEX "friendships_high" ON "friendships" USING btree ("high_id");--> statement-breakpoint
CREATE INDEX "friendships_open" ON "friendships" USING btree ("requested_at") WHERE "friendships"."agreed_at" is null;