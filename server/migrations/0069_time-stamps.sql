CREATE TABLE "time_stamps" (
	"month" text NOT NULL,
	"file" text NOT NULL,
	"authority" text NOT NULL,
	"hash" text NOT NULL,
	"reply" "bytea" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "time_stamps_month_file_authority_pk" PRIMARY KEY("month","file","authority")
);
--> statement-breakpoint
CREATE TRIGGER time_stamps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "time_stamps"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
