CREATE TABLE "demonstration" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"made_at" timestamp (3) with time zone,
	CONSTRAINT "demonstration_one_row" CHECK ("demonstration"."id" = 1)
);
