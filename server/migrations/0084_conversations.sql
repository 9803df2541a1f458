-- Earlier releases: store their answer only in "contact_messages", from where this release takes it over when it next changes the
-- message. This release writes the newest answer there too, and empties the columns when the visitor replies, so that earlier
-- releases show the message as unanswered and can answer it.
CREATE TABLE "contact_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"admin_id" uuid,
	"request_key" text,
	"mail_after" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"mail_failed_at" timestamp (3) with time zone,
	"mail_failure" text,
	"mail_id" text,
	"other_email" text,
	"attachments" integer DEFAULT 0 NOT NULL,
	"is_cut" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
-- Earlier releases: ignore it. They list messages by the time of the first, and delete them twelve months after it.
ALTER TABLE "contact_messages" ADD COLUMN "replied_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_replies_message" ON "contact_replies" USING btree ("message_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_replies_request" ON "contact_replies" USING btree ("message_id","request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_replies_mail" ON "contact_replies" USING btree ("message_id","mail_id");--> statement-breakpoint
CREATE INDEX "contact_messages_latest" ON "contact_messages" USING btree ((coalesce("replied_at", "created_at")),"id");