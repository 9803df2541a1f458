CREATE TABLE "prize_approvals" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"claim_seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"admin_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "prize_approvals_kind" CHECK ("prize_approvals"."kind" = 'agreement' or "prize_approvals"."admin_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "prize_claim_versions" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"draw_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"student_id" uuid,
	"guardian_name" text,
	"guardian_phone" text,
	"guardian_email" text,
	"public_name" text,
	"admin_id" uuid,
	"reason" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "prize_claim_versions_erased" CHECK (num_nonnulls("prize_claim_versions"."student_id", "prize_claim_versions"."guardian_name", "prize_claim_versions"."guardian_phone", "prize_claim_versions"."guardian_email", "prize_claim_versions"."public_name") in (0, 5)),
	CONSTRAINT "prize_claim_versions_reason" CHECK ("prize_claim_versions"."student_id" is null or ("prize_claim_versions"."admin_id" is null) = ("prize_claim_versions"."reason" is null))
);
--> statement-breakpoint
CREATE TABLE "prize_reminders" (
	"draw_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"claim_by" timestamp (3) with time zone NOT NULL,
	"days_before" integer NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "prize_reminders_draw_id_attempt_claim_by_days_before_pk" PRIMARY KEY("draw_id","attempt","claim_by","days_before")
);
--> statement-breakpoint
ALTER TABLE "prize_approvals" ADD CONSTRAINT "prize_approvals_claim_seq_prize_claim_versions_seq_fk" FOREIGN KEY ("claim_seq") REFERENCES "public"."prize_claim_versions"("seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prize_approvals" ADD CONSTRAINT "prize_approvals_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prize_claim_versions" ADD CONSTRAINT "prize_claim_versions_draw_id_draws_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prize_claim_versions" ADD CONSTRAINT "prize_claim_versions_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prize_claim_versions" ADD CONSTRAINT "prize_claim_versions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prize_reminders" ADD CONSTRAINT "prize_reminders_draw_id_draws_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "prize_approvals_once" ON "prize_approvals" USING btree ("claim_seq","kind");--> statement-breakpoint
CREATE INDEX "prize_claim_versions_draw" ON "prize_claim_versions" USING btree ("draw_id","attempt","seq");--> statement-breakpoint
CREATE INDEX "prize_claim_versions_student" ON "prize_claim_versions" USING btree ("student_id");--> statement-breakpoint
-- Written by hand from here on. A claim only changes by an erasure, which empties everything personal at once. Otherwise somebody
-- could lead a prize to another phone number without a trace.
CREATE FUNCTION protect_prize_claims() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed prize_claim_versions;
BEGIN
  IF TG_OP <> 'UPDATE' THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  allowed := OLD;
  IF NEW.student_id IS NULL THEN
    allowed.student_id := NULL;
    allowed.guardian_name := NULL;
    allowed.guardian_phone := NULL;
    allowed.guardian_email := NULL;
    allowed.public_name := NULL;
    allowed.reason := NULL;
  END IF;
  IF NEW IS DISTINCT FROM allowed THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER prize_claim_versions_protected BEFORE UPDATE ON "prize_claim_versions"
  FOR EACH ROW EXECUTE FUNCTION protect_prize_claims();--> statement-breakpoint
CREATE TRIGGER prize_claim_versions_append_only BEFORE DELETE OR TRUNCATE ON "prize_claim_versions"
  FOR EACH STATEMENT EXECUTE FUNCTION protect_prize_claims();--> statement-breakpoint
CREATE TRIGGER prize_approvals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "prize_approvals"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- The claims so far. Their names are not confirmed, so that pages show usernames again until an admin has confirmed them.
INSERT INTO "prize_claim_versions" ("draw_id", "attempt", "student_id", "guardian_name", "guardian_phone", "guardian_email", "public_name", "at")
SELECT "draw_id", "attempt", "student_id", "guardian_name", "guardian_phone", "guardian_email", "public_name", "claimed_at"
FROM "prize_claims" ORDER BY "claimed_at";
