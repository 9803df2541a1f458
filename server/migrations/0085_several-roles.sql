-- Earlier releases: leave it empty and read only the role, so an admin with several has the rights of the first one there.
ALTER TABLE "admin_role_changes" ADD COLUMN "more_roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_invitations" ADD COLUMN "more_roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "more_roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- An owner who gives another role with an earlier release means only that role, and must not leave rights that the page did not show.
CREATE FUNCTION end_other_roles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.more_roles := '{}';
  RETURN NEW;
END
$$;--> statement-breakpoint
-- Earlier releases: change only the role, and this trigger empties the others for them.
CREATE TRIGGER admins_role_changed BEFORE UPDATE OF role ON "admins"
  FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION end_other_roles();--> statement-breakpoint
-- Earlier releases: never write what these check.
ALTER TABLE "admin_role_changes" ADD CONSTRAINT "admin_role_changes_more_roles" CHECK ("admin_role_changes"."more_roles" <@ array['content', 'support', 'finance', 'auditor']);--> statement-breakpoint
ALTER TABLE "admin_invitations" ADD CONSTRAINT "admin_invitations_more_roles" CHECK ("admin_invitations"."more_roles" <@ array['content', 'support', 'finance', 'auditor']);--> statement-breakpoint
ALTER TABLE "admins" ADD CONSTRAINT "admins_more_roles" CHECK ("admins"."more_roles" <@ array['content', 'support', 'finance', 'auditor']);
