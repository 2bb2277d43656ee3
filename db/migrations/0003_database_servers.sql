CREATE TABLE "database_servers" (
	"is_the_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"identity" text NOT NULL,
	"once_more_at" timestamp(3) with time zone,
	CONSTRAINT "database_servers_one" CHECK ("database_servers"."is_the_one")
);
