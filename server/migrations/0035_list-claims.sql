CREATE TABLE "list_claims" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"draw_id" uuid NOT NULL,
	"student_id" uuid,
	"text" text,
	"at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answer_text" text,
	"answered_at" timestamp (3) with time zone,
	"answered_by" uuid,
	CONSTRAINT "list_claims_erased" CHECK (("list_claims"."student_id" is null) = ("list_claims"."text" is null)),
	CONSTRAINT "list_claims_answer" CHECK (num_nonnulls("list_claims"."answer", "list_claims"."answered_at", "list_claims"."answered_by") in (0, 3)),
	CONSTRAINT "list_claims_answer_text" CHECK (("list_claims"."answer_text" is not null) = ("list_claims"."answer" is not distinct from 'refused' and "list_claims"."student_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "list_claims" ADD CONSTRAINT "list_claims_draw_id_draws_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_claims" ADD CONSTRAINT "list_claims_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_claims" ADD CONSTRAINT "list_claims_answered_by_admins_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "list_claims_once" ON "list_claims" USING btree ("draw_id","student_id");--> statement-breakpoint
CREATE INDEX "list_claims_student" ON "list_claims" USING btree ("student_id");