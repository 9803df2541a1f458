CREATE UNLOGGED TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admins" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"picture" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"student_id" uuid,
	"admin_id" uuid,
	"device" text NOT NULL,
	"is_remembered" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_one_owner" CHECK (num_nonnulls("sessions"."student_id", "sessions"."admin_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "students" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"number" text NOT NULL,
	"password_hash" text NOT NULL,
	"birth" date NOT NULL,
	"gender" text NOT NULL,
	"address" text NOT NULL,
	"school" text,
	"locale" text DEFAULT 'en' NOT NULL,
	"picture" text,
	"verified_at" timestamp (3) with time zone,
	"disqualified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "students_gender" CHECK ("students"."gender" in ('male', 'female'))
);
--> statement-breakpoint
CREATE TABLE "audit_lines" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"action" text NOT NULL,
	"subject" text,
	"details" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "standing_changes" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"standing_id" uuid NOT NULL,
	"age_category" text NOT NULL,
	"delta" integer NOT NULL,
	"score_after" integer NOT NULL,
	"reason" text NOT NULL,
	"attempt_id" uuid,
	"question_id" uuid,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "standings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"age_category" text NOT NULL,
	"score" integer DEFAULT 0 NOT NULL,
	"reached_at" timestamp (3) with time zone NOT NULL,
	"stands" boolean DEFAULT true NOT NULL,
	CONSTRAINT "standings_score" CHECK ("standings"."score" >= 0),
	CONSTRAINT "standings_category" CHECK ("standings"."age_category" in ('5-10', '11-20'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"amount_kobo" integer NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('opened', 'succeeded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "answers" (
	"attempt_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"answer" text NOT NULL,
	"correct" boolean NOT NULL,
	"points" integer NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "answers_attempt_id_question_id_pk" PRIMARY KEY("attempt_id","question_id"),
	CONSTRAINT "answers_points" CHECK ("answers"."points" = case when "answers"."correct" then 10 else 0 end)
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"video_id" uuid NOT NULL,
	"age_category" text NOT NULL,
	"video_title" text NOT NULL,
	"paper" jsonb NOT NULL,
	"question_count" integer NOT NULL,
	"answered_count" integer DEFAULT 0 NOT NULL,
	"correct_count" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"deadline" timestamp (3) with time zone NOT NULL,
	"locked_at" timestamp (3) with time zone,
	CONSTRAINT "attempts_category" CHECK ("attempts"."age_category" in ('5-10', '11-20'))
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"video_id" uuid NOT NULL,
	"age_category" text NOT NULL,
	"question" text NOT NULL,
	"question_key" text NOT NULL,
	"options" jsonb NOT NULL,
	"correct_answer" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "questions_category" CHECK ("questions"."age_category" in ('5-10', '11-20')),
	CONSTRAINT "questions_options" CHECK (jsonb_array_length("questions"."options") = 4)
);
--> statement-breakpoint
CREATE TABLE "former_titles" (
	"title_key" text PRIMARY KEY NOT NULL,
	"video_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"title_key" text NOT NULL,
	"description" text NOT NULL,
	"access" text NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"file" text,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"duration_seconds" real,
	"poster" text,
	"captions" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "videos_access" CHECK ("videos"."access" in ('free', 'premium')),
	CONSTRAINT "videos_state" CHECK ("videos"."state" in ('processing', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"student_id" uuid NOT NULL,
	"video_id" uuid NOT NULL,
	"position_seconds" real DEFAULT 0 NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"watched_at" timestamp (3) with time zone,
	CONSTRAINT "watches_student_id_video_id_pk" PRIMARY KEY("student_id","video_id")
);
--> statement-breakpoint
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standings" ADD CONSTRAINT "standings_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_titles" ADD CONSTRAINT "former_titles_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admins_username_key" ON "admins" USING btree ("username_key");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email_key" ON "admins" USING btree ("email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "email_codes_student" ON "email_codes" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "password_resets_token_hash" ON "password_resets" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "password_resets_student" ON "password_resets" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_student" ON "sessions" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "sessions_admin" ON "sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "students_username_key" ON "students" USING btree ("username_key");--> statement-breakpoint
CREATE UNIQUE INDEX "students_email_key" ON "students" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "audit_lines_at" ON "audit_lines" USING btree ("at");--> statement-breakpoint
CREATE INDEX "standing_changes_xid" ON "standing_changes" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "standing_changes_standing" ON "standing_changes" USING btree ("standing_id");--> statement-breakpoint
CREATE UNIQUE INDEX "standings_once" ON "standings" USING btree ("student_id","age_category");--> statement-breakpoint
CREATE INDEX "standings_board" ON "standings" USING btree ("age_category","score" DESC NULLS FIRST,"reached_at","id") WHERE "standings"."stands";--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "payments_student" ON "payments" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_once" ON "attempts" USING btree ("student_id","video_id","age_category");--> statement-breakpoint
CREATE INDEX "attempts_open" ON "attempts" USING btree ("deadline") WHERE "attempts"."locked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "questions_once" ON "questions" USING btree ("video_id","age_category","question_key");--> statement-breakpoint
CREATE UNIQUE INDEX "videos_title_key" ON "videos" USING btree ("title_key") WHERE "videos"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "videos_position" ON "videos" USING btree ("position");--> statement-breakpoint
-- The ledgers are append-only for everyone, the application's own connection included.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER standing_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "standing_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER audit_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_lines"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
