CREATE TABLE "admin_role_changes" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"role" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "admin_role_changes_role" CHECK ("admin_role_changes"."role" in ('owner', 'content', 'support', 'finance', 'auditor'))
);
--> statement-breakpoint
ALTER TABLE "admin_role_changes" ADD CONSTRAINT "admin_role_changes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_role_changes_admin" ON "admin_role_changes" USING btree ("admin_id");--> statement-breakpoint
CREATE TRIGGER admin_role_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "admin_role_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- The roles so far, from the audit log: the first is the one before the first change, or the present one if there was none.
INSERT INTO "admin_role_changes" ("admin_id", "role", "at")
SELECT "admin_id", "role", "at" FROM (
  SELECT "id" AS "admin_id", coalesce((
    SELECT "details" ->> 'from' FROM "audit_lines"
    WHERE "action" = 'admin.role_changed' AND "subject" = "admins"."id"::text ORDER BY "audit_lines"."seq" LIMIT 1
  ), "role") AS "role", "created_at" AS "at", 0 AS "step", 0 AS "seq" FROM "admins"
  UNION ALL
  SELECT "admins"."id", "details" ->> 'to', "audit_lines"."at", 1, "audit_lines"."seq" FROM "audit_lines"
  JOIN "admins" ON "admins"."id"::text = "audit_lines"."subject" WHERE "action" = 'admin.role_changed'
  UNION ALL
  SELECT "id", NULL, "removed_at", 2, 0 FROM "admins" WHERE "removed_at" IS NOT NULL
) AS "changes" ORDER BY "at", "step", "seq";
