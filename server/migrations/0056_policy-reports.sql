CREATE TABLE "policy_reports" (
	"page" text NOT NULL,
	"directive" text NOT NULL,
	"blocked" text NOT NULL,
	"reports" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "policy_reports_page_directive_blocked_pk" PRIMARY KEY("page","directive","blocked")
);
