CREATE TABLE "prize_claims" (
	"draw_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"student_id" uuid NOT NULL,
	"guardian_name" text NOT NULL,
	"guardian_phone" text NOT NULL,
	"guardian_email" text NOT NULL,
	"public_name" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "prize_claims_draw_id_attempt_pk" PRIMARY KEY("draw_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "prize_payouts" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"draw_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"paid_on" date NOT NULL,
	"receipt" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "prize_claims" ADD CONSTRAINT "prize_claims_draw_id_draws_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prize_claims" ADD CONSTRAINT "prize_claims_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prize_payouts" ADD CONSTRAINT "prize_payouts_draw_id_draws_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prize_payouts" ADD CONSTRAINT "prize_payouts_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prize_claims_student" ON "prize_claims" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "prize_payouts_draw" ON "prize_payouts" USING btree ("draw_id","attempt","seq");--> statement-breakpoint
CREATE TRIGGER prize_payouts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "prize_payouts"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
