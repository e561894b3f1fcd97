import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { CfnVPCEndpoint } from "aws-cdk-lib/aws-ec2";
import { Key } from "aws-cdk-lib/aws-kms";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import type { StageConfig } from "../config.ts";
import { bodiesBucketOf, type Resources } from "../permissions.ts";

/**
 * The main secret `{mongodbUri, oauth, links}` and the keyring: stateful, so in a separate stack that outlives the others. The operator fills them
 * (infra/deployment.md, step 8).
 */
export class SecretsStack extends Stack {
  readonly secret: Secret;
  readonly keyring: Secret;

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    this.secret = this.kept("Secret", "The email service's {mongodbUri, oauth, links}; made with `npm run admin -- secret new`");
    this.keyring = this.kept("Keyring", "The email service's keyring {current, keys}; made with `npm run admin -- secret new`");
    new CfnOutput(this, "MainSecret", { value: this.secret.secretArn, description: "SECRET_ID of the admin commands" });
    new CfnOutput(this, "KeyringSecret", { value: this.keyring.secretArn, description: "KEYRING_SECRET_ID of the admin commands" });
  }

  private kept(name: string, description: string): Secret {
    const secret = new Secret(this, name, { description, removalPolicy: RemovalPolicy.RETAIN });
    Validations.of(secret).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "The keyring rotates by adding a key and re-sealing (README, Rotate the keyring), the Atlas password by the operator",
    });
    return secret;
  }
}

/** How long a deleted object can be brought back: as long as the database can be set back (infra/atlas.md, "Backup"). */
const UNDELETABLE_DAYS = 7;

/**
 * The bucket of bodies that have left the database, which outlives the others. S3 encrypts each object with a key of ours, and asks KMS for it only
 * now and then (Amazon S3, "Reducing the cost of SSE-KMS with Amazon S3 Bucket Keys"). Versions exist so that a deletion by mistake, or one later
 * than a restored database, can be undone for some days.
 */
export class BodiesStack extends Stack {
  readonly bodies: NonNullable<Resources["bodies"]>;

  constructor(scope: Construct, id: string, { config, ...props }: StackProps & { readonly config: StageConfig }) {
    super(scope, id, props);
    const { stage, bodiesKeptDays, vpc } = config;
    const key = new Key(this, "Key", {
      description: "The email service's bodies in S3",
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const bucket = new Bucket(this, "Bodies", {
      bucketName: bodiesBucketOf(this, stage),
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      removalPolicy: RemovalPolicy.RETAIN,
      lifecycleRules: [
        // An object is younger than its body by the days in the database, so its row is gone first.
        ...(bodiesKeptDays > 0 ? [{ id: "BodiesKeptDays", prefix: "dated/", expiration: Duration.days(bodiesKeptDays) }] : []),
        {
          id: "OldVersions",
          noncurrentVersionExpiration: Duration.days(UNDELETABLE_DAYS),
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
    });
    Validations.of(bucket).acknowledge({
      id: "AwsSolutions-S1",
      reason: "Its objects are read by functions alone, which log each call; a log of every read would cost more than the bodies",
    });
    if (vpc) {
      new CfnVPCEndpoint(this, "S3Endpoint", {
        vpcEndpointType: "Gateway",
        serviceName: `com.amazonaws.${this.region}.s3`,
        vpcId: vpc.vpcId,
        routeTableIds: [...vpc.routeTableIds],
      });
    }
    this.bodies = { keyArn: key.keyArn };
    new CfnOutput(this, "BodiesBucket", { value: bucket.bucketName, description: "BODIES_BUCKET of the admin commands that read mail" });
  }
}
