CREATE INDEX "audit_lines_subject" ON "audit_lines" USING btree ("subject","seq");--> statement-breakpoint
CREATE INDEX "audit_lines_admin" ON "audit_lines" USING btree ("admin_id","seq");--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_messages_unread" ON "contact_messages" USING btree ("created_at") WHERE "contact_messages"."read_at" is null;--> statement-breakpoint
CREATE INDEX "contact_messages_sender" ON "contact_messages" USING btree (lower("email"));